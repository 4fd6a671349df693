import { Link } from "react-router";
import { type Columns, columnsFor } from "../../components/table/columns.ts";
import { RowButton } from "../../components/table/RowButton.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { formatDay, formatMoment, formatTime } from "../../words/dates.ts";
import { fates, kindNames, reasonText } from "../../words/reminders.ts";
import type { Line } from "./log.ts";
import classes from "./RemindersPage.module.css";

const column = columnsFor<Line>();

/** What its outcome means, and since when that is known. */
const meaningOf = ({ reminder: { subscription_id, state, settled_at } }: Line): string =>
  [
    fates[state].meaning,
    // The run looks at reminders alone.
    subscription_id && (state === "failed" || state === "skipped") && "The next daily run looks at it again.",
    settled_at && `Known since ${formatMoment(settled_at)}.`,
  ]
    .filter(Boolean)
    .join(" ");

const periodOf = ({ reminder: { subscription_id, period, resend } }: Line): string =>
  [subscription_id && `due ${formatDay(period)}`, resend && "sent by hand"].filter(Boolean).join(" · ");

export const logColumns = (remind: (subscription: string) => void): Columns<Line> =>
  column.columns([
    column.accessor(({ reminder }) => reminder.at, {
      id: "at",
      header: "When",
      meta: { className: classes.at },
      cell: ({ getValue }) => (
        <span className="figures" title={formatMoment(getValue())}>
          {formatTime(getValue())}
        </span>
      ),
    }),
    column.accessor("to", {
      id: "to",
      header: "To",
      meta: { className: classes.to },
      cell: ({ row: { original }, getValue }) => {
        const { subscription_id } = original.reminder;
        return subscription_id ? (
          <Link
            className={classes.name}
            to={`/admin/subscriptions?edit=${subscription_id}`}
            title={`Open the subscription of ${getValue()}`}
          >
            {getValue()}
          </Link>
        ) : (
          <span className={classes.company}>{getValue()}</span>
        );
      },
    }),
    column.accessor(({ reminder }) => kindNames[reminder.kind], {
      id: "what",
      header: "What",
      meta: { className: classes.what },
      cell: ({ row: { original }, getValue }) => {
        return (
          <>
            <span className={classes.kind}>
              <span className={classes.time}>{formatTime(original.reminder.at)} · </span>
              {getValue()}
            </span>{" "}
            <span className={classes.second}>{periodOf(original)}</span>
          </>
        );
      },
    }),
    column.accessor(({ reminder }) => reminder.state, {
      id: "fate",
      header: "Outcome",
      meta: { className: classes.fate },
      cell: ({ row: { original }, getValue }) => (
        <span title={meaningOf(original)}>
          <Badge tone={fates[getValue()].tone}>{fates[getValue()].name}</Badge>
        </span>
      ),
    }),
    column.accessor(({ reminder }) => reasonText(reminder.reason), {
      id: "why",
      header: "Why",
      enableSorting: false,
      meta: { className: classes.why },
      cell: ({ row: { original }, getValue }) => (
        <span title={getValue()}>
          <span className={classes.onCard}>
            {periodOf(original)}
            {periodOf(original) && getValue() && " · "}
          </span>
          {getValue()}
        </span>
      ),
    }),
    column.display({
      id: "actions",
      header: "Actions",
      meta: { className: classes.actions },
      cell: ({ row: { original } }) => {
        const { subscription_id } = original.reminder;
        return (
          subscription_id && (
            <RowButton
              icon="send"
              label={`Send a reminder to ${original.to} again`}
              onClick={() => remind(subscription_id)}
            />
          )
        );
      },
    }),
  ]) as Columns<Line>;
