import type { Day } from "../day.ts";
import type { StayReason } from "../subscriptions/subscription.ts";
import { type Account, type BilledSubscription, type Charge, isOpen, scheduledDay } from "./account.ts";
import { type Terms, termsOn } from "./agreed.ts";
import { chargesOf, hasTermsOf, isByHand, isTold } from "./charges.ts";

/** Without `before` the charge is new; without `after` it goes. */
export type ChargeChange = { before?: Charge | undefined; after?: Charge | undefined };

export type StayingCharge = { charge: Charge; reason: StayReason };

/** Compares the charges of a subscription before and after a change of it: those that changed, and those that did not follow. */
export function chargeChanges(
  before: Account,
  after: Account,
  id: string,
  today: Day,
): { changes: ChargeChange[]; stays: StayingCharge[] } {
  const isOpenOrToCome = (charge: Charge) => isOpen(charge) || charge.due > today;
  const chargesBefore = chargesOf(before, { id }).filter(isOpenOrToCome);
  const chargesAfter = chargesOf(after, { id }).filter(isOpenOrToCome);
  const [termsBefore, terms] = [before, after].map(({ subscriptions }) =>
    subscriptions.find((subscription) => subscription.id === id),
  );
  if (!termsBefore || !terms) return { changes: [], stays: [] };
  const added = chargesAfter.filter(({ id }) => !chargesBefore.some((charge) => charge.id === id));
  const isRepriced = (charge: Charge) => {
    const [before, after] = [termsBefore, terms].map((subscription) =>
      termsOn(subscription, scheduledDay(charge)),
    ) as [Terms, Terms];
    return !hasTermsOf(before, after) && !hasTermsOf(charge, after);
  };
  const isRescheduled = hasOtherDays(termsBefore, terms);
  const changes: ChargeChange[] = [];
  const stays: StayingCharge[] = [];
  for (const charge of chargesBefore) {
    const afterwards = chargesAfter.find(({ id }) => id === charge.id);
    // One that goes while another comes moved.
    if (!afterwards || !hasTermsOf(afterwards, charge))
      changes.push({ before: charge, after: afterwards ?? added.shift() });
    else if (isRescheduled || isRepriced(charge)) stays.push({ charge, reason: reasonOf(charge, today) });
  }
  return { changes: [...changes, ...added.map((charge) => ({ after: charge }))], stays };
}

const hasOtherDays = (before: BilledSubscription, after: BilledSubscription): boolean =>
  before.start_date !== after.start_date ||
  before.frequency !== after.frequency ||
  before.billing_anchor !== after.billing_anchor ||
  (before.status !== "inactive" && after.status === "inactive");

function reasonOf(charge: Charge, today: Day): StayReason {
  if (!isOpen(charge)) return "paid";
  if (charge.due <= today) return "due";
  if (charge.paid_cents > 0) return "part";
  return isTold(charge) && !isByHand(charge) ? "told" : "changed";
}
