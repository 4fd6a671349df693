import type { RenewalState } from "../../../../shared/billing.ts";
import type { Day } from "../../../../shared/day.ts";
import { renewalNote } from "../../words/billing.ts";
import { formatDay, formatLongDay } from "../../words/dates.ts";

/** When a subscription is billed next, and how near or late that is. */
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
