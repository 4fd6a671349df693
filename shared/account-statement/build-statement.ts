import {
  type Adjustment,
  type Charge,
  compareCharges,
  isOpen,
  leftOf,
  scheduledDay,
  statementDay,
} from "../billing/account.ts";
import { isOnSchedule, type PeriodDays, periodDays } from "../billing/schedule.ts";
import type { ClientStatement, StatementEntry } from "../clients/client-statement.ts";
import { compareTexts } from "../compare-texts.ts";
import { type Day, daysBetween, laterOf } from "../day.ts";
import { type Currency, currencies, fromCents } from "../money.ts";
import { ageLimits, entryText } from "./statement-texts.ts";

// A client's statement lists what was written: charges on their due days, and payments and what became of charges on their
// own. So a past day changes only by what carries that day.

/** Money that came in; a refund is negative. */
export type StatementPayment = {
  id: string;
  paid_on: Day;
  currency: Currency;
  cents: number;
  method?: string | undefined;
  reference: string;
  receipt_number?: string | undefined;
  allocations: readonly { charge_id: string; cents: number }[];
  refund?: boolean | undefined;
};

export type Records = {
  charges: readonly Charge[];
  /** Undone, ignored and unmatched payments are not among them. */
  payments: readonly StatementPayment[];
  /** Their schedules say which days a charge covers. */
  subscriptions: readonly { id: string; billing_anchor: Day }[];
  today: Day;
  /** The numbers of invoices, by their ids. */
  invoices?: ReadonlyMap<string, string> | undefined;
};

/** An entry in cents. */
type Entry = Omit<StatementEntry, "text" | "amount"> & { cents: number };

/** The statement of a client between two days; without `from` it begins with the first record. */
export function statementOf(
  records: Records,
  { from, to: last }: { from?: Day | undefined; to: Day },
): ClientStatement {
  const { today } = records;
  const charges = records.charges.toSorted(compareStatementDays);
  const to = last < today ? last : today;
  const due = charges.filter((charge) => statementDay(charge) <= to);
  const written = [
    ...due.flatMap((charge) => entriesOf(charge, records, to)),
    ...records.payments.map((payment) => paymentEntry(payment, charges)),
  ]
    .filter(({ day }) => day <= to)
    .sort(inOrder);
  const coming = to < today ? [] : comingOf(records);
  const used = currencies.filter((currency) =>
    [...written, ...coming].some((entry) => entry.currency === currency),
  );
  const sums = (centsOf: (currency: Currency) => number) =>
    used.map((currency) => ({ currency, amount: fromCents(centsOf(currency)) }));
  const balance = (currency: Currency, entries: readonly Entry[]) =>
    entries.reduce((sum, entry) => sum + (entry.currency === currency ? entry.cents : 0), 0);
  const open = due.map((charge) => ({
    charge,
    held: isHeldOn(charge, to),
    left: leftOn(charge, records, to),
  }));
  return {
    ...(from && { from }),
    to,
    opening: sums((currency) =>
      balance(
        currency,
        written.filter(({ day }) => from && day < from),
      ),
    ),
    entries: written
      .filter(({ day }) => !from || day >= from)
      .map(({ cents, ...entry }) => ({
        ...entry,
        text: entryText({ ...entry, cents }),
        amount: fromCents(cents),
      })),
    closing: sums((currency) => balance(currency, written)),
    on_hold: sums((currency) =>
      open.reduce(
        (sum, { charge, held, left }) => sum + (held && charge.currency === currency ? left : 0),
        0,
      ),
    ),
    ages: used.map((currency) => ({
      currency,
      amounts: agesOf(
        open.filter(({ charge }) => charge.currency === currency),
        balance(currency, written),
        to,
      ).map(fromCents),
    })),
    coming,
    today,
  };
}

const compareStatementDays = (a: Charge, b: Charge): number =>
  compareTexts(statementDay(a), statementDay(b)) || compareTexts(a.id, b.id);

const kinds = ["charge", "change", "waiver", "payment", "refund"] as const satisfies StatementEntry["kind"][];

/** By day; charges come before payments of the same day. */
const inOrder = (a: Entry, b: Entry): number =>
  compareTexts(a.day, b.day) ||
  kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
  compareTexts(a.due ?? "", b.due ?? "") ||
  compareTexts(a.items[0]?.service ?? "", b.items[0]?.service ?? "");
const itemOf = ({ subscription_id, service, frequency }: Charge) => ({ subscription_id, service, frequency });

/** An adjustment from before the day of the charge stands on that day, from which the charge is part of the account. */
const dayOf = (charge: Charge, { day }: Adjustment): Day => laterOf(statementDay(charge), day);

/** The day on which a charge was due as a day saw it: a statement of that day does not know that it moved later. */
const dueOn = ({ due, adjustments = [] }: Charge, seenOn: Day): Day =>
  adjustments.find(({ kind, day }) => kind === "moved" && day > seenOn)?.from ?? due;

const isMoney = ({ cents }: Adjustment): boolean => Boolean(cents);

/** A charge as it was written, and what became of it. */
function entriesOf(charge: Charge, records: Records, to: Day): Entry[] {
  const { currency, adjustments = [] } = charge;
  // A line of a past day stays as it was.
  const due = statementDay(charge);
  const common = { due, items: [itemOf(charge)] };
  const invoices = invoiceNumbersOf(charge, records);
  const changes = adjustments.filter(isMoney).map((adjustment): Entry => {
    const { cents = 0, by, why: reason } = adjustment;
    const kind = adjustment.kind === "waived" ? "waiver" : "change";
    const day = dayOf(charge, adjustment);
    return { ...common, day, kind, currency: adjustment.currency ?? currency, cents, by, reason };
  });
  const written = currencies.flatMap((writtenIn): Entry[] => {
    const currentCents = writtenIn === currency ? charge.cents - (charge.waived_cents ?? 0) : 0;
    const changesInIt = changes.filter((change) => change.currency === writtenIn);
    const cents = currentCents - changesInIt.reduce((sum, change) => sum + change.cents, 0);
    const isHeld = isHeldOn(charge, to) && leftOn(charge, records, to) > 0;
    const covered = coveredBy(charge, records.subscriptions);
    const entry = { ...common, day: due, kind: "charge" as const, currency: writtenIn, cents };
    return cents === 0
      ? []
      : [
          {
            ...entry,
            ...(covered && { covered }),
            ...(isHeld && { on_hold: true }),
            ...(invoices.length > 0 && { invoices }),
          },
        ];
  });
  return [...written, ...changes];
}

/** The numbers of the invoices that a charge stands on, oldest first. */
export const invoiceNumbersOf = (
  { invoiced = [] }: Charge,
  { invoices }: Pick<Records, "invoices">,
): string[] => invoiced.flatMap(({ invoice }) => invoices?.get(invoice) ?? []);

/** The days of the period of a charge; undefined if it is for none. */
export function coveredBy(charge: Charge, subscriptions: Records["subscriptions"]): PeriodDays | undefined {
  const { subscription_id, frequency = "" } = charge;
  const day = scheduledDay(charge);
  const subscription = subscriptions.find(({ id }) => id === subscription_id);
  if (!subscription) return undefined;
  const { billing_anchor: anchor } = subscription;
  const billing_anchor = isOnSchedule({ anchor, frequency }, day) ? anchor : day;
  return periodDays({ billing_anchor, frequency }, day);
}

const isHeldOn = (charge: Charge, to: Day): boolean =>
  (charge.adjustments ?? []).findLast(
    (adjustment) =>
      dayOf(charge, adjustment) <= to && (adjustment.kind === "held" || adjustment.kind === "released"),
  )?.kind === "held";

/** The cents that a charge had left to pay at the end of a day. */
function leftOn(charge: Charge, { payments }: Records, to: Day): number {
  const later = (charge.adjustments ?? []).filter(
    (adjustment) =>
      dayOf(charge, adjustment) > to && (adjustment.currency ?? charge.currency) === charge.currency,
  );
  const paid = payments
    .filter(({ paid_on }) => paid_on <= to)
    .flatMap(({ allocations }) => allocations.filter(({ charge_id }) => charge_id === charge.id));
  const sumOf = (parts: readonly { cents?: number | undefined }[]) =>
    parts.reduce((sum, { cents = 0 }) => sum + cents, 0);
  return charge.cents - (charge.waived_cents ?? 0) - sumOf(later) - sumOf(paid);
}

/** Payments ahead are taken from the oldest open charges. */
function agesOf(
  open: readonly { charge: Charge; held: boolean; left: number }[],
  closing: number,
  to: Day,
): number[] {
  const sums = ageLimits.map(() => 0);
  for (const { charge, held, left } of open) {
    // A charge on hold is not overdue.
    const age = held ? 0 : ageLimits.findIndex((limit) => daysBetween(dueOn(charge, to), to) <= limit);
    sums[age] = (sums[age] ?? 0) + left;
  }
  let ahead = sums.reduce((sum, cents) => sum + cents, 0) - closing;
  for (let age = sums.length - 1; age >= 0; age -= 1) {
    const taken = Math.min(Math.max(0, ahead), sums[age] ?? 0);
    sums[age] = (sums[age] ?? 0) - taken;
    ahead -= taken;
  }
  return sums;
}

function paymentEntry(payment: StatementPayment, charges: readonly Charge[]): Entry {
  const { paid_on: day, currency, cents, method, reference, receipt_number, allocations, refund } = payment;
  const paid = charges.filter(({ id }) => allocations.some(({ charge_id }) => charge_id === id));
  const items = [
    ...new Map(paid.map((charge) => [charge.subscription_id ?? charge.id, itemOf(charge)])).values(),
  ];
  const kind = refund ? "refund" : "payment";
  return { day, kind, currency, cents: -cents, items, method, reference, receipt_number };
}

/** The next charge to come of each subscription. */
function comingOf({ charges, today }: Records): ClientStatement["coming"] {
  const toCome = charges
    .filter((charge) => isOpen(charge) && charge.due > today && statementDay(charge) > today)
    .sort(compareCharges);
  const bySubscription = Map.groupBy(toCome, ({ subscription_id, id }) => subscription_id ?? id);
  return [...bySubscription.values()].flatMap(([next]) =>
    next
      ? [
          {
            ...itemOf(next),
            day: next.due,
            currency: next.currency,
            amount: fromCents(leftOf(next)),
            ...(next.on_hold && { on_hold: true as const }),
          },
        ]
      : [],
  );
}
