import { Button, Group, Loader, Stack } from "@mantine/core";
import { Link } from "react-router";
import { Notice } from "../../components/ui/Notice.tsx";
import { FirstSteps } from "./FirstSteps.tsx";
import type { Data } from "./use-due.ts";
import type { Seeding } from "./use-seeding.ts";

type Props = { data: Data; seeding: Seeding; start: () => void };

/** The first run: nothing is active yet. */
export function Welcome({ data, seeding, start }: Props) {
  const { stats } = data;
  const { state, text } = seeding;
  return (
    <Stack component="section" gap={16} maw={640} py={8} mx={0} aria-label="First steps">
      <h2>Welcome</h2>
      {stats.realRecords > 0 ? (
        <p>There are clients or subscriptions, but none is active. Once one is, its renewals appear here.</p>
      ) : (
        <p>
          Renewals, what falls due and what is overdue appear here. Add your first client, or look around with
          five made-up clients and six subscriptions, which are never written to and can be taken away again.
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
