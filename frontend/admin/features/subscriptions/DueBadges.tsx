import { type Currency, formatSums } from "../../../../shared/money.ts";
import badge from "../../components/ui/Badge.module.css";
import { formatMonth } from "../../words/dates.ts";
import { comingIn, type Entry, isMonth } from "./portfolio.ts";
import classes from "./SubscriptionsPage.module.css";

type Props = {
  totals: { overdue: number; dueSoon: number };
  /** Which of the two the list is narrowed to. */
  due: string;
  onChange: (due: string) => void;
};

/** How many need attention; pressed, the list shows just those. */
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
          title={due === name ? "Show all again" : "Show only these"}
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

/** That the list leaves out what is free, or shows only that: the daily summary leads there. */
export const PriceBadge = ({ price, onClear }: { price: string; onClear: () => void }) =>
  price && (
    <button
      type="button"
      className={`${badge.badge} ${classes.due}`}
      data-tone="fine"
      aria-pressed
      title="Show all again"
      onClick={onClear}
    >
      {price === "none" ? "only free ones" : "without free ones"}
    </button>
  );

/** The month to which the list is narrowed, as a bar of the dashboard does, with what it brings. */
export const MonthBadge = ({ month, entries, usual, onClear }: MonthProps) =>
  isMonth(month) && (
    <button
      type="button"
      className={`${badge.badge} ${classes.due}`}
      data-tone="fine"
      aria-pressed
      title="Show all again"
      onClick={onClear}
    >
      {`${formatSums(comingIn(month, entries), usual)} due in ${formatMonth(month)}`}
    </button>
  );
