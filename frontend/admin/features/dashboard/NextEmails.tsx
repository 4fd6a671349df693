import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ExpectedReminder } from "../../../../shared/reminders.ts";
import { BrokenRow } from "../../components/ui/BrokenRow.tsx";
import { ClientLink } from "../../components/ui/ClientLink.tsx";
import { Heartbeat } from "../../components/ui/Heartbeat.tsx";
import { nextRun } from "../../queries/reminders.ts";
import { count } from "../../words/count.ts";
import { formatLongDay } from "../../words/dates.ts";
import { kindNames, reasonText } from "../../words/reminders.ts";

const mostListed = 4;
/** Who gets mail from the next daily run: how many, the first of them, and the way to all. */
export function NextEmails() {
  const { data, error, refetch } = useQuery(nextRun);
  const all = data ? data.sending + data.skipping : 0;
  return (
    <Stack component="section" gap={10} aria-labelledby="next-emails">
      <h2 id="next-emails">Next reminders</h2>
      {!data && !error && <p className="quiet">Looking ahead...</p>}
      {!data && error && (
        <p className="quiet">
          The next run could not be looked up.{" "}
          <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data && (
        <p className="quiet">
          {formatLongDay(data.day)}:{" "}
          {all === 0 ? (
            "nobody is to be written to."
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
          {data.reminders.slice(0, mostListed).map((reminder) => (
            <BrokenRow key={reminder.subscription_id} of={reminder}>
              <Row reminder={reminder} />
            </BrokenRow>
          ))}
        </ul>
      )}
      {all > 0 && (
        <Link to="/admin/reminders?show=next" style={{ width: "fit-content", paddingBlock: 4 }}>
          {all > mostListed ? `See all ${count(all)} in the next run` : "See the next run"}
        </Link>
      )}
      <Heartbeat />
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
