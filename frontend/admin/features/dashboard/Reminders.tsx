import { Box, Button, Group, VisuallyHidden } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment } from "react";
import { Link } from "react-router";
import { count } from "../../../../shared/count.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import type { ExpectedReminder, ReminderCounts } from "../../../../shared/reminders/reminder.ts";
import { ApiError, request } from "../../../api.ts";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { useDialog } from "../../components/form/use-dialog.ts";
import { Rows } from "../../components/many/Rows.tsx";
import { QueryFailure } from "../../components/table/ListState.tsx";
import { LastRunStatus } from "../../components/ui/LastRunStatus.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { refresh } from "../../queries/cache.ts";
import { expectedReminders } from "../../queries/reminders.ts";
import { expectedEmails, factsOfEmail, sumText } from "../../rules/expected-emails.ts";
import type { Dashboard } from "./queries.ts";

/** The state of reminders: the next and the last run, and the button that sends what is due now, with its result. */
export function Reminders({ data: { today, nextRun } }: { data: Dashboard }) {
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: () => request("POST /api/v1/send-notifications", {}),
    onSettled: () => void refresh(queryClient, "dashboard", "reminders"),
  });
  const dialog = useDialog();
  return (
    <Box component="section" maw={760} my={{ base: 16, sm: 0 }} aria-labelledby="reminders">
      <VisuallyHidden component="h2" id="reminders">
        Reminders
      </VisuallyHidden>
      <Group gap="8px 16px" justify="flex-end" wrap="wrap-reverse">
        <Box ta={{ sm: "right" }} flex="1 1 16rem">
          <NextRun run={nextRun} />
          <LastRunStatus withoutFailed />
        </Box>
        <Button
          variant="default"
          w={{ base: "100%", sm: "auto" }}
          title="Sends emails to clients whose renewal is due soon or overdue. You see the list first."
          onClick={() => dialog.open("send", "now")}
        >
          Send Renewal Notifications
        </Button>
      </Group>
      {dialog.value("send") && (
        <SendDialog
          today={today}
          busy={send.isPending}
          send={() => send.mutate(undefined, { onSettled: dialog.close })}
          onClose={dialog.close}
        />
      )}
      {send.data && !send.isPending && (
        <Notice tone={send.data.sent > 0 ? "success" : "warning"} reveal>
          <p>{resultText(send.data)}</p>
          <Details details={detailsOf(send.data)} today={today} />
        </Notice>
      )}
      {send.error && (
        <Notice tone="error" reveal>
          {errorText(send.error)}
        </Notice>
      )}
    </Box>
  );
}

/** For how many clients the next daily run finds something due. The link leads to who gets an email. */
const NextRun = ({ run: { day, clients } }: { run: Dashboard["nextRun"] }) => (
  <p className="quiet small">
    <span>{`Next run ${formatDay(day)}: `}</span>
    {clients === 0 ? (
      <span>no reminders.</span>
    ) : (
      <Link to="/admin/money/next">{`${clients === 1 ? "1 client" : `${count(clients)} clients`} with something due`}</Link>
    )}
  </p>
);

/** Links to the emails in the send log, which shows the reasons. */
function Details({ details, today }: { details: ReturnType<typeof detailsOf>; today: Day }) {
  if (details.length === 0) return null;
  return (
    <p>
      {details.map(({ text, group }, index) => (
        <Fragment key={text}>
          {index > 0 && <span>, </span>}
          {group ? (
            <Link to={`/admin/money/sent?day=${today}&outcome=${group}`}>{text}</Link>
          ) : (
            <span>{text}</span>
          )}
        </Fragment>
      ))}
      <span>.</span>
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

/** Skipped, failed and waiting emails. `group` is the filter of the send log that lists them. */
export const detailsOf = ({ skipped, failed, queued }: ReminderCounts) =>
  [
    { text: `${skipped} skipped`, count: skipped, group: "skipped" as const },
    { text: `${failed} failed`, count: failed, group: "problems" as const },
    { text: `${queued} more will be sent in the next minutes`, count: queued },
  ].filter(({ count }) => count > 0);

/** Sending is possible with an empty list, because a renewal may have become due since. */
const sendingText = (sending: number) =>
  sending === 0 ? "Send anyway" : sending === 1 ? "Send 1 email" : `Send ${count(sending)} emails`;

/** The dialog lists about this number; the rest is sent too. */
const MAX_CHARGES = 500;

const notLoaded = "We could not load the list, so nothing is sent";
type SendDialogProps = { today: Day; busy: boolean; send: () => void; onClose: () => void };

/** Shows who gets a reminder and who is skipped and why, before anything is sent. */
function SendDialog({ today, busy, send, onClose }: SendDialogProps) {
  // The cached list may be outdated.
  const query = useQuery({
    ...expectedReminders({ day: today, most: MAX_CHARGES }),
    staleTime: 0,
    refetchOnMount: busy ? false : "always",
  });
  const { data, error, isFetching } = query;
  const ready = data && (busy || !isFetching);
  const sent = data?.rows.filter(({ skipped }) => skipped === undefined) ?? [];
  const isEmpty = data?.complete && sent.length === 0;
  return (
    <FormDialog
      title="Send Renewal Notifications"
      busy={busy}
      button={ready && data.complete ? sendingText(expectedEmails(sent).length) : "Send"}
      busyButton="Sending..."
      disabled={!ready}
      quiet={isEmpty}
      onSubmit={send}
      onClose={onClose}
    >
      {!ready && !error && <p role="status">Loading the list...</p>}
      <QueryFailure query={query} texts={[notLoaded, notLoaded]} />
      {ready && (
        <>
          <p>
            {isEmpty
              ? "There are no emails to send now."
              : "Each client gets one email now, with all that is listed. This cannot be undone."}
          </p>
          <Emails title="To" of={sent} />
          <Emails title="Skipped" of={data.rows.filter(({ skipped }) => skipped !== undefined)} />
          {!data.complete && (
            <p className="quiet small">{`Only the first ${count(data.rows.length)} charges are listed.`}</p>
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
      detail={sumText}
      below={factsOfEmail}
    />
  );
}
