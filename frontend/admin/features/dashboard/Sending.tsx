import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useId, useState } from "react";
import { Link } from "react-router";
import type { Day } from "../../../../shared/day.ts";
import { Card } from "../../components/ui/Card.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { dueReminders, newestReminder, senderStatus } from "../../queries/reminders.ts";
import { count } from "../../words/count.ts";
import { formatMoment } from "../../words/dates.ts";
import { detailsOf, outcomeOf, refusalOf } from "./outcome.ts";
import { useSendNotifications } from "./queries.ts";
import { SendDialog } from "./SendDialog.tsx";

/** The emails to those whose renewal is due: how many would go out, the button, and what came of it. */
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
          <p>{outcomeOf(send.data)}</p>
          <Details details={detailsOf(send.data)} today={today} />
        </Notice>
      )}
      {send.error && <Notice tone="error">{refusalOf(send.error)}</Notice>}
    </Card>
  );
}

/** How many the button would write to; where there is nobody, when the last ones went. */
function Waiting({ today }: { today: Day }) {
  const { data } = useQuery(dueReminders(today));
  const nobody = data?.sending === 0;
  const newest = useQuery({ ...newestReminder(today), enabled: nobody }).data;
  const run = useQuery({ ...senderStatus, enabled: nobody }).data?.last_run;
  if (!data) return "Writes to clients whose renewal is due soon or overdue.";
  if (!nobody)
    return `${data.sending === 1 ? "1 email is" : `${count(data.sending)} emails are`} waiting to go out. You see to whom first.`;
  const last = newest ?? (run && run.sent > 0 ? run.started_at : undefined);
  return `Nobody is due an email now.${last ? ` The last ones went ${formatMoment(last)}.` : ""}`;
}

/** Each leads to its emails in the send log, which tells why. */
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
