import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dailyRun, type LastRun, type SenderStatus } from "../../../../shared/reminders.ts";
import { senderStatus } from "../../queries/reminders.ts";
import { count } from "../../words/count.ts";
import { formatMoment } from "../../words/dates.ts";
import { Notice } from "./Notice.tsx";

/** When the daily run last took place and what came of it. */
export function Heartbeat() {
  const { data, error, refetch } = useQuery(senderStatus);
  return (
    <p className="quiet small" style={{ lineHeight: 1.5 }}>
      {data && sentenceOf(data.last_run)}
      {!data && !error && "Looking up the last run..."}
      {!data && error && (
        <>
          The last run could not be looked up.{" "}
          <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </>
      )}
    </p>
  );
}

function sentenceOf(run: LastRun | undefined) {
  if (!run)
    return `No daily run has taken place yet. One comes every morning at ${dailyRun.hour}:00, Nairobi time; nothing has to be done for it.`;
  const { sent, skipped, failed, queued } = run;
  return (
    <>
      Last run{" "}
      <strong className="figures" style={{ fontWeight: 500 }}>
        {formatMoment(run.started_at)}
      </strong>
      , {count(sent)} sent, {count(skipped)} skipped, {count(failed)} failed
      {run.finished_at ? "." : `; it is under way, or was cut off (${count(queued)} taken up so far).`}
    </>
  );
}

/** What stands in the way of reminders, if anything does, and what it means. */
export function SenderTrouble({ mb = 0 }: { mb?: number }) {
  const { data } = useQuery(senderStatus);
  if (!data || (!data.missed && !data.paused)) return null;
  return (
    <Stack gap={12} mb={mb}>
      {data.paused && <Paused {...data.paused} />}
      {data.missed && <Missed />}
    </Stack>
  );
}

const Paused = ({ at }: NonNullable<SenderStatus["paused"]>) => (
  <Notice tone="error" quiet>
    <p>Sending has been paused since {formatMoment(at)}: the mail service takes no mail from us.</p>
    <p>
      Reminders wait and go out by themselves once it does; nothing is lost or sent twice. Whoever looks after
      the system finds the cause in the mail service's console.
    </p>
  </Notice>
);

const Missed = () => (
  <Notice tone="warning" quiet>
    <p>
      A daily run of reminders was missed: it should have begun by {dailyRun.missedFrom}:00 in the morning.
    </p>
    <p>
      The next run catches up, and each client gets the latest reminder only. Not to wait for it, press “Send
      Renewal Notifications” on the dashboard.
    </p>
  </Notice>
);
