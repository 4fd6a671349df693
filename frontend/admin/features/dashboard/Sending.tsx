import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useId, useState } from "react";
import { Link } from "react-router";
import type { Day } from "../../../../shared/day.ts";
import { Card } from "../../components/ui/Card.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { count } from "../../labels/count.ts";
import { formatMoment } from "../../labels/dates.ts";
import { dueReminders, newestReminder, senderStatus } from "../../queries/reminders.ts";
import { detailsOf, errorText, resultText } from "./outcome.ts";
import { useSendNotifications } from "./queries.ts";
import { SendDialog } from "./SendDialog.tsx";

/** The button that sends reminders, the number of waiting emails, and the result. */
export function Sending({ today }: { today: Day }) {
  const send = useSendNotifications();
  const [asking, setAsking] = useState(false);
  const note = useId();
  return (
    <Card title="Reminders" gap={10} padding={16}>
      <Button
        fullWidth
        variant="default"
        leftSection={<Icon name="send" size={16} />}
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
    </Card>
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
