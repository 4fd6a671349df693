import { Button, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { count } from "../../../../shared/count.ts";
import { formatMoment } from "../../../../shared/dates.ts";
import { dailyRun, type LastRun, type SenderStatus } from "../../../../shared/reminders/reminder.ts";
import { senderStatus } from "../../queries/reminders.ts";
import { Notice } from "./Notice.tsx";

/** When the last daily run took place, and its results. `withoutFailed`: the screen says elsewhere what failed. */
export function LastRunStatus({ withoutFailed = false }: { withoutFailed?: boolean }) {
  const { data, error, refetch } = useQuery(senderStatus);
  return (
    <p className="quiet small" style={{ lineHeight: 1.5 }}>
      {data && <span>{textOf(data.last_run, withoutFailed)}</span>}
      {!data && !error && <span>Loading the last run...</span>}
      {!data && error && (
        <>
          <span>We could not load the last run.</span>{" "}
          <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </>
      )}
    </p>
  );
}

function textOf(run: LastRun | undefined, withoutFailed: boolean) {
  if (!run)
    return `There was no daily run yet. It starts every morning at ${dailyRun.hour}:00, Nairobi time.`;
  const { sent, skipped, failed, queued } = run;
  const outcome = [
    `, ${count(sent)} sent`,
    skipped > 0 && `, ${count(skipped)} skipped`,
    failed > 0 && !withoutFailed && `, ${count(failed)} failed`,
    run.finished_at ? "." : `. It is still running or was interrupted (${count(queued)} started so far).`,
  ];
  return (
    <>
      <span>Last run </span>
      <strong className="figures" style={{ fontWeight: 500 }}>
        {formatMoment(run.started_at)}
      </strong>
      <span>{outcome.filter(Boolean).join("")}</span>
    </>
  );
}

/** A notice if sending is paused or a daily run was missed. */
export function SendingProblem({ mb = 0 }: { mb?: number }) {
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
    <p>{`Sending has been paused since ${formatMoment(at)}: the mail service accepts no email from us.`}</p>
    <p>
      Reminders wait and are sent automatically when it does. Nothing is lost or sent twice. Your system
      administrator finds the cause in the mail service's console.
    </p>
  </Notice>
);

const Missed = () => (
  <Notice tone="warning" quiet>
    <p>{`A daily run was missed. It should have started by ${dailyRun.missedFrom}:00 in the morning.`}</p>
    <p>
      The next run catches up, and each client gets only the latest reminder. To send them now, press “Send
      Renewal Notifications” on the dashboard.
    </p>
  </Notice>
);
