import type { RenewalState } from "../../../../shared/billing/renewal-state.ts";
import { formatDay, formatLongDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import { renewalNote } from "../../rules/subscription-labels.ts";

/** The next billing date, with a note if it is due soon or overdue. */
export const BillingDay = ({ day, state }: { day: Day; state: RenewalState }) => (
  <>
    <span className="figures" title={formatLongDay(day)}>
      {formatDay(day)}
    </span>{" "}
    <span className="note" data-tone={state.name}>
      {renewalNote(state)}
    </span>
  </>
);
