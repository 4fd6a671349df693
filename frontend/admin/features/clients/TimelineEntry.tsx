import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Client } from "../../../../shared/clients/client.ts";
import type { TimelineEntry as Entry } from "../../../../shared/clients/timeline.ts";
import type { Day } from "../../../../shared/day.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { announce } from "../../components/ui/announce.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Icon, type IconName } from "../../components/ui/Icon.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { activityNames, differences } from "../../labels/activity.ts";
import { money } from "../../labels/amount.ts";
import { formatDay, formatMoment, formatTime } from "../../labels/dates.ts";
import { methodName } from "../../labels/payments.ts";
import { deliveryStatuses, kindNames, reasonText } from "../../labels/reminders.ts";
import { useSettleNote } from "../../queries/client-page.ts";
import classes from "./ClientPage.module.css";

const icons: Record<Entry["kind"], IconName> = {
  payment: "check",
  email: "reminders",
  change: "edit",
  message: "messages",
  note: "note",
};

type Props = { client: Client; entry: Entry; today: Day };

export function TimelineEntry({ client, entry, today }: Props) {
  const { title, badge, by, below } = contentOf(entry, today);
  return (
    <li className={classes.entry} data-kind={entry.kind}>
      <span className={classes.mark}>
        <Icon name={icons[entry.kind]} size={16} />
      </span>
      <div className={classes.body}>
        <div className={classes.what}>
          <strong>
            <Money>{title}</Money>
          </strong>
          {badge}
        </div>
        {below}
        <div className="quiet smaller">
          {[entry.service, by].filter(Boolean).join(" · ")}
          {entry.kind === "note" && entry.due_on && !entry.done && <Settle client={client} note={entry} />}
        </div>
      </div>
      <time className="quiet smaller figures" dateTime={entry.at} title={formatMoment(entry.at)}>
        {formatTime(entry.at)}
      </time>
    </li>
  );
}

type Content = { title: string; badge?: ReactNode; by?: string | undefined; below?: ReactNode };

function contentOf(entry: Entry, today: Day): Content {
  switch (entry.kind) {
    case "payment":
      return {
        title: `Paid ${money(entry.amount, currencyOf(entry))}${entry.part ? " in part" : ""}`,
        below: (
          <Quiet>
            {[
              `For the period due ${formatDay(entry.period)}, paid on ${formatDay(entry.paid_on)}`,
              methodName(entry.method),
              entry.reference,
            ]
              .filter(Boolean)
              .join(" · ")}
          </Quiet>
        ),
      };
    case "email": {
      const { name, tone, meaning } = deliveryStatuses[entry.state];
      return {
        title: kindNames[entry.email],
        badge: (
          <span title={meaning}>
            <Badge tone={tone}>{name}</Badge>
          </span>
        ),
        below: (
          <Quiet>
            {[`Due ${formatDay(entry.period)}`, entry.resend && "sent by hand", reasonText(entry.reason)]
              .filter(Boolean)
              .join(" · ")}
          </Quiet>
        ),
      };
    }
    case "change":
      return {
        title: activityNames[entry.what],
        by: entry.name,
        below: differences(entry).map((text) => <Quiet key={text}>{text}</Quiet>),
      };
    case "message":
      return {
        title: "Message from their address",
        badge: (
          <Link to={`/admin/messages${entry.box === "waiting" ? "" : `?box=${entry.box}`}`}>
            Open messages
          </Link>
        ),
        below: <p className={classes.lines}>{entry.text}</p>,
      };
    case "note":
      return {
        title: "Note",
        badge: entry.due_on && (
          <Badge tone={entry.done || entry.due_on > today ? "quiet" : "soon"} dot={false}>
            {entry.done ? "Done" : `For ${formatDay(entry.due_on)}`}
          </Badge>
        ),
        by: entry.name,
        below: <p className={classes.lines}>{entry.text || "The text was erased."}</p>,
      };
  }
}

const Quiet = ({ children }: { children: string }) => (
  <p className="quiet small">
    <Money>{children}</Money>
  </p>
);

function Settle({ client, note }: { client: Client; note: { id: string; text: string } }) {
  const settle = useSettleNote();
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      ml={8}
      aria-label={`Done: ${note.text.slice(0, 60)}`}
      aria-disabled={settle.isPending}
      onClick={() =>
        !settle.isPending &&
        settle.mutate(
          { id: client.id, note: note.id },
          {
            onSuccess: () => announce("The note is done."),
            onError: () => announce("The note could not be marked as done. Try again.", "error"),
          },
        )
      }
    >
      Done
    </Button>
  );
}
