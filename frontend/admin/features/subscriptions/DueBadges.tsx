import { type Currency, formatSums } from "../../../../shared/money.ts";
import badge from "../../components/ui/Badge.module.css";
import { Money } from "../../components/ui/Money.tsx";
import { formatMonth } from "../../labels/dates.ts";
import { comingIn, type Entry, isMonth } from "./portfolio.ts";
import classes from "./SubscriptionsPage.module.css";

type Props = {
  totals: { overdue: number; dueSoon: number };
  /** The active filter, if any. */
  due: string;
  onChange: (due: string) => void;
};

/** The numbers of overdue and due-soon subscriptions. Pressing one filters the list. */
export function DueBadges({ totals, due, onChange }: Props) {
  const badges = [
    { name: "overdue", tone: "overdue", text: `${totals.overdue} overdue`, count: totals.overdue },
    { name: "due-soon", tone: "soon", text: `${totals.dueSoon} due soon`, count: totals.dueSoon },
  ];
  const some = badges.filter(({ name, count }) => count > 0 || due === name);
  if (some.length === 0) return null;
  return (
    <span className={classes.dues}>
      {some.map(({ name, tone, text }) => (
        <button
          key={name}
          type="button"
          className={`${badge.badge} ${classes.due}`}
          data-tone={tone}
          data-dot
          aria-pressed={due === name}
          title={due === name ? "Show all" : "Show only these"}
          onClick={() => onChange(due === name ? "" : name)}
        >
          {text}
        </button>
      ))}
    </span>
  );
}

type MonthProps = {
  month: string;
  entries: readonly Entry[];
  usual: Currency;
  onClear: () => void;
};

/** The month filter, set by a bar of the dashboard's chart, with the amount due. */
export const MonthBadge = ({ month, entries, usual, onClear }: MonthProps) =>
  isMonth(month) && (
    <button
      type="button"
      className={`${badge.badge} ${classes.due}`}
      data-tone="fine"
      aria-pressed
      title="Show all"
      onClick={onClear}
    >
      <Money>{`${formatSums(comingIn(month, entries), usual)} due in ${formatMonth(month)}`}</Money>
    </button>
  );
