import type { ClientFigures } from "../../../../shared/timeline.ts";
import { dollars } from "../../words/amount.ts";
import { count } from "../../words/count.ts";
import { formatDay } from "../../words/dates.ts";
import classes from "./ClientPage.module.css";

/** What a client comes to, in one line. */
export function ClientSums({ figures }: { figures: ClientFigures }) {
  const {
    yearlyAmount,
    nextDue,
    nextAmount = 0,
    overdueSubscriptions,
    overdueAmount,
    payments,
    paidAmount,
  } = figures;
  const sums: { name: string; value: string; more?: string; late?: boolean }[] = [
    { name: "A year", value: dollars(yearlyAmount) },
    nextDue
      ? { name: "Due next", value: dollars(nextAmount), more: formatDay(nextDue) }
      : { name: "Due next", value: "nothing" },
    overdueSubscriptions > 0
      ? {
          name: "Overdue",
          value: dollars(overdueAmount),
          more:
            overdueSubscriptions === 1 ? "1 subscription" : `${count(overdueSubscriptions)} subscriptions`,
          late: true,
        }
      : { name: "Overdue", value: "nothing" },
    {
      name: "Ever paid",
      value: dollars(paidAmount),
      more: payments === 1 ? "1 payment" : `${count(payments)} payments`,
    },
  ];
  return (
    <dl className={classes.sums} aria-label="Figures">
      {sums.map(({ name, value, more, late }) => (
        <div key={name}>
          <dt className="quiet small">{name}</dt>
          <dd className="figures" {...(late && { className: "figures note", "data-tone": "overdue" })}>
            {value}
          </dd>
          {more && <dd className={`quiet smaller ${classes.more}`}>{more}</dd>}
        </div>
      ))}
    </dl>
  );
}
