import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ExpectedReminder } from "../../../../shared/reminders/reminder.ts";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { ClientLink } from "../../components/ui/ClientLink.tsx";
import { LastRunStatus } from "../../components/ui/LastRunStatus.tsx";
import { count } from "../../labels/count.ts";
import { formatLongDay } from "../../labels/dates.ts";
import { kindNames, reasonText } from "../../labels/reminders.ts";
import { nextRun } from "../../queries/reminders.ts";

const MAX_LISTED = 4;

/** The first reminders of the next daily run, and a link to all. */
export function NextEmails() {
  const { data, error, refetch } = useQuery(nextRun);
  const all = data ? data.sending + data.skipping : 0;
  return (
    <Stack component="section" gap={10} aria-labelledby="next-emails">
      <h2 id="next-emails">Next reminders</h2>
      {!data && !error && <p className="quiet">Loading the next run...</p>}
      {!data && error && (
        <p className="quiet">
          We could not load the next run.{" "}
          <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data && (
        <p className="quiet">
          {formatLongDay(data.day)}:{" "}
          {all === 0 ? (
            "no reminders."
          ) : (
            <>
              <strong className="figures">{count(data.sending)} to send</strong>
              {data.skipping > 0 && `, ${count(data.skipping)} skipped`}.
            </>
          )}
        </p>
      )}
      {data && all > 0 && (
        <ul className="ruled">
          {data.reminders.slice(0, MAX_LISTED).map((reminder) => (
            <BrokenRow key={reminder.subscription_id} of={reminder}>
              <Row reminder={reminder} />
            </BrokenRow>
          ))}
        </ul>
      )}
      {all > 0 && (
        <Link to="/admin/reminders?show=next" style={{ width: "fit-content", paddingBlock: 4 }}>
          {all > MAX_LISTED ? `See all ${count(all)} in the next run` : "See the next run"}
        </Link>
      )}
      <LastRunStatus />
    </Stack>
  );
}

const Row = ({
  reminder: { client_id, client_name, service, kind, skipped },
}: {
  reminder: ExpectedReminder;
}) => (
  <li style={{ paddingBlock: 8, lineHeight: 1.35 }}>
    <ClientLink id={client_id} name={client_name} />
    <span className="quiet smaller">
      {[service, skipped === undefined ? kindNames[kind] : `Skipped: ${reasonText(skipped)}`]
        .filter(Boolean)
        .join(" · ")}
    </span>
  </li>
);
