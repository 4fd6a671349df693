import { Button, Group, Loader, Stack } from "@mantine/core";
import { Link } from "react-router";
import { Notice } from "../../components/ui/Notice.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import type { Data } from "./use-due.ts";
import type { Seeding } from "./use-seeding.ts";

type Props = { data: Data; seeding: Seeding; start: () => void };

/** Shown while there are no active records. */
export function Welcome({ data, seeding, start }: Props) {
  const { stats } = data;
  const { state, text } = seeding;
  return (
    <Stack component="section" gap={16} maw={640} py={8} mx={0} aria-label="First steps">
      <h2>Welcome</h2>
      {stats.realRecords > 0 ? (
        <p>You have clients or subscriptions, but none is active. Renewals of active ones appear here.</p>
      ) : (
        <p>
          Upcoming and overdue renewals appear here. Add your first client, or try it with sample data: five
          clients and six subscriptions, which get no email and can be removed again.
        </p>
      )}
      <FirstSteps data={data} />
      <Group gap={12}>
        <Button component={Link} to="/admin/clients?add=client" size="md">
          Add your first client
        </Button>
        {stats.realRecords === 0 && (
          <Button
            size="md"
            variant="default"
            onClick={start}
            aria-disabled={state === "working" || state === "done"}
          >
            Seed sample data
          </Button>
        )}
      </Group>
      <Group role="status" gap={10} mih={28}>
        {state === "working" && (
          <>
            <Loader size="xs" aria-hidden="true" />
            <span>{text}</span>
          </>
        )}
        {state === "done" && (
          <Notice tone="success" quiet>
            {text}
          </Notice>
        )}
      </Group>
      {state === "failed" && <Notice tone="error">{text}</Notice>}
    </Stack>
  );
}
