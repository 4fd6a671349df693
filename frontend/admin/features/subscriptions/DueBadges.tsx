import badge from "../../components/ui/Badge.module.css";
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
  return badges.map(
    ({ name, tone, text, count }) =>
      (count > 0 || due === name) && (
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
      ),
  );
}
