import { Button, Stack } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, useId, useState } from "react";
import { Link } from "react-router";
import { count } from "../../../../shared/count.ts";
import { formatLongDay, formatMoment } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import type { OutcomeGroup } from "../../../../shared/reminders/labels.ts";
import { sendingText } from "../../../../shared/reminders/labels.ts";
import { expectedEmails } from "../../../../shared/reminders/list.ts";
import {
  type ExpectedReminder,
  MAX_EXPECTED_REMINDERS,
  type ReminderCounts,
} from "../../../../shared/reminders/reminder.ts";
import { ApiError, request } from "../../../api.ts";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { Rows } from "../../components/many/Rows.tsx";
import { LastRunStatus } from "../../components/ui/LastRunStatus.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { refresh } from "../../queries/cache.ts";
import { dueReminders, newestReminder, nextRun, senderStatus } from "../../queries/reminders.ts";

/** The state of reminders: the next and the last run, and the button that sends what is due now, with its result. */
export function Reminders({ today }: { today: Day }) {
  const send = useSendNotifications();
  const [asking, setAsking] = useState(false);
  const note = useId();
  return (
    <Stack component="section" gap={6} aria-labelledby="reminders">
      <h2 id="reminders">Reminders</h2>
      <NextRun />
      <LastRunStatus />
      <Button
        variant="default"
        h="auto"
        mih={36}
        py={4}
        styles={{ label: { whiteSpace: "normal", lineHeight: 1.25 } }}
        aria-describedby={note}
        onClick={() => setAsking(true)}
      >
        Send Renewal Notifications
      </Button>
      <p id={note} className="quiet smaller">
        <Waiting today={today} />
      </p>
      {asking && (
        <SendDialog
          today={today}
          busy={send.isPending}
          send={() => send.mutate(undefined, { onSettled: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
      {send.data && !send.isPending && (
        <Notice tone={send.data.sent > 0 ? "success" : "warning"}>
          <p>{resultText(send.data)}</p>
          <Details details={detailsOf(send.data)} today={today} />
        </Notice>
      )}
      {send.error && <Notice tone="error">{errorText(send.error)}</Notice>}
    </Stack>
  );
}

/** How many emails the next daily run sends and skips, with a link to them. */
function NextRun() {
  const { data, error, refetch } = useQuery(nextRun);
  if (error && !data)
    return (
      <p className="quiet small">
        We could not load the next run.{" "}
        <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (!data) return <p className="quiet small">Loading the next run...</p>;
  const { day, sending, skipping } = data;
  return (
    <p className="quiet small">
      {formatLongDay(day)}:{" "}
      {sending + skipping === 0 ? (
        "no reminders."
      ) : (
        <>
          <strong className="figures">{count(sending)} to send</strong>
          {skipping > 0 && `, ${count(skipping)} skipped`}.{" "}
          <Link to="/admin/reminders?show=next">See the next run</Link>
        </>
      )}
    </p>
  );
}

/** How many emails the button would send; if none, when the last ones were sent. */
function Waiting({ today }: { today: Day }) {
  const { data } = useQuery(dueReminders(today));
  const nobody = data?.sending === 0;
  const newest = useQuery({ ...newestReminder(today), enabled: nobody }).data;
  const run = useQuery({ ...senderStatus, enabled: nobody }).data?.last_run;
  if (!data) return "Sends emails to clients whose renewal is due soon or overdue.";
  if (!nobody)
    return `${data.sending === 1 ? "1 email is" : `${count(data.sending)} emails are`} ready to send. You see the list first.`;
  const last = newest ?? (run && run.sent > 0 ? run.started_at : undefined);
  return `There are no emails to send now.${last ? ` The last ones were sent ${formatMoment(last)}.` : ""}`;
}

/** Links to the emails in the send log, which shows the reasons. */
function Details({ details, today }: { details: ReturnType<typeof detailsOf>; today: Day }) {
  if (details.length === 0) return null;
  return (
    <p>
      {details.map(({ text, group }, index) => (
        <Fragment key={text}>
          {index > 0 && ", "}
          {group ? <Link to={`/admin/reminders?day=${today}&outcome=${group}`}>{text}</Link> : text}
        </Fragment>
      ))}
      .
    </p>
  );
}

/** The specified message for a result. */
export const resultText = ({ sent }: ReminderCounts): string =>
  sent > 0
    ? `${sent} email ${sent === 1 ? "notification" : "notifications"} sent successfully!`
    : "No notifications were sent. Email API may not be configured or no clients are due for renewal.";

export const errorText = (error: unknown): string =>
  error instanceof ApiError
    ? `Failed to send notifications: ${error.message || `status ${error.status}`}`
    : "An error occurred while sending notifications";

/** Skipped, failed and waiting emails. */
export const detailsOf = ({ skipped, failed, queued }: ReminderCounts): Detail[] =>
  [
    { text: `${skipped} skipped`, count: skipped, group: "skipped" as const },
    { text: `${failed} failed`, count: failed, group: "problems" as const },
    { text: `${queued} more will be sent in the next minutes`, count: queued },
  ].filter(({ count }) => count > 0);

/** `group`: the filter of the send log that lists them. */
type Detail = { text: string; group?: OutcomeGroup };

type SendDialogProps = { today: Day; busy: boolean; send: () => void; onClose: () => void };

/** Shows who gets a reminder and who is skipped and why, before anything is sent. */
function SendDialog({ today, busy, send, onClose }: SendDialogProps) {
  // The cached list may be outdated.
  const { data, error, isFetching, refetch } = useQuery({
    ...dueReminders(today),
    staleTime: 0,
    refetchOnMount: busy ? false : "always",
  });
  const ready = data && (busy || !isFetching);
  return (
    <FormDialog
      title="Send Renewal Notifications"
      busy={busy}
      button={ready ? sendingText(data.sending) : "Send"}
      busyButton="Sending..."
      disabled={!ready}
      quiet={data?.sending === 0}
      onSubmit={send}
      onClose={onClose}
    >
      {!ready && !error && <p role="status">Loading the list...</p>}
      {error && (
        <Notice
          tone="error"
          action={
            <Button size="sm" variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          We could not load the list, so nothing is sent.
        </Notice>
      )}
      {ready && (
        <>
          <p>
            {data.sending === 0
              ? "There are no emails to send now."
              : "Each client gets one email now, with all that is listed. This cannot be undone."}
          </p>
          <Emails title="To" of={data.reminders.filter(({ skipped }) => skipped === undefined)} />
          <Emails title="Skipped" of={data.reminders.filter(({ skipped }) => skipped !== undefined)} />
          {data.reminders.length >= MAX_EXPECTED_REMINDERS && (
            <p className="quiet small">Only the first {count(MAX_EXPECTED_REMINDERS)} charges are listed.</p>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** A row for each client, with all that the email names or that is skipped for one reason. */
function Emails({ title, of: reminders }: { title: string; of: readonly ExpectedReminder[] }) {
  const emails = expectedEmails(reminders);
  if (emails.length === 0) return null;
  return (
    <Rows
      title={`${title} (${count(emails.length)})`}
      rows={emails}
      idOf={({ id }) => id}
      nameOf={({ client_name }) => client_name}
      detail={({ amount }) => amount}
      below={({ facts }) => facts}
    />
  );
}

function useSendNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request("POST /api/v1/send-notifications", {}),
    onSettled: () => void refresh(queryClient, "dashboard", "reminders"),
  });
}
