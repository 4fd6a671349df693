import {
  type AnyAccount,
  compareCharges,
  creditOf,
  creditSums,
  isAskedFor,
  isOpen,
  leftOf,
  sumOf,
} from "../../shared/billing/account.ts";
import { nextDayToWrite, nextTaking } from "../../shared/billing/charges.ts";
import { areDescribedBy } from "../../shared/billing/open-charges.ts";
import { type Day, FIRST_DAY } from "../../shared/day.ts";
import type { Currency } from "../../shared/money.ts";
import {
  type AccountRow,
  type ChargeRow,
  isOfSample,
  listedAs,
  type WritingShard,
  writingShards,
} from "./rows.ts";

type Facts = {
  before: AccountRow | undefined;
  chargesBefore: readonly ChargeRow[];
  charges: readonly ChargeRow[];
  sample: boolean;
  refund_ids: readonly string[];
  today: Day;
};

/** The account's row after a change. Debts, a promise and credit that will be used put it into an index. */
export function accountRow(
  client_id: string,
  account: AnyAccount,
  { before, chargesBefore, charges, sample, refund_ids, today }: Facts,
): AccountRow {
  const { promised_until, promised_on } = account;
  return {
    client_id,
    version: (before?.version ?? 0) + 1,
    ...(!account.active && { inactive: true }),
    ...(sample && { sample: true }),
    subscription_ids: account.subscriptions.map(({ id }) => id),
    credit: creditSums(account.payments),
    credit_ids: account.payments
      .filter((payment) => creditOf(payment) > 0 || payment.refunded_cents || payment.undone)
      .map(({ id }) => id),
    refund_ids: [...refund_ids],
    ...openFields(account, { charges, sample }),
    promised_until,
    promised_on,
    debt_since: debtSince(before, chargesBefore, charges, today),
    ...debtOf(charges, today),
    ...creditUse(account),
    ...nextWriting(client_id, account, today),
  };
}

/** Puts the account into the index of what the daily run has to write. */
export function nextWriting(client_id: string, account: AnyAccount, today: Day): Partial<AccountRow> {
  const writes_on = nextDayToWrite(account, today);
  return writes_on === undefined ? {} : { writes: writingShard(client_id), writes_on };
}

/** Random for UUIDs of every version, and the same for each version of the row. */
function writingShard(client_id: string): WritingShard {
  const lastDigit = Number.parseInt(client_id.slice(-1), 16);
  return writingShards[lastDigit % writingShards.length] as WritingShard;
}

function creditUse(account: AnyAccount): Partial<AccountRow> {
  const credit_for = nextTaking(account);
  return credit_for === undefined ? {} : { with_credit: "yes", credit_for };
}

/** Since when something is due without a break; undefined if nothing was due before the change, or is after it. */
function debtSince(
  before: AccountRow | undefined,
  chargesBefore: readonly ChargeRow[],
  charges: readonly ChargeRow[],
  today: Day,
): Day | undefined {
  const dueDays = (rows: readonly ChargeRow[]) =>
    rows.flatMap((charge) => (isAskedFor(charge) && charge.due <= today ? charge.due : [])).sort();
  const [oldest] = dueDays(chargesBefore);
  return oldest && dueDays(charges).length > 0 ? (before?.debt_since ?? oldest) : undefined;
}

/**
 * The debt that is asked for and due, for the order of the largest debts. A charge due today is included, because nothing
 * writes the row tomorrow; the reader looks at the charges.
 */
export function debtOf(charges: readonly ChargeRow[], today: Day): Partial<AccountRow> {
  const due = charges.filter((charge) => isAskedFor(charge) && charge.due <= today);
  const counted = due.filter((charge) => !isOfSample(charge));
  const listed = counted.length > 0 ? counted : due;
  const debt = (currency: Currency) => {
    const cents = sumOf(listed.filter((charge) => charge.currency === currency));
    return cents > 0 ? String(cents).padStart(DEBT_DIGITS, "0") : undefined;
  };
  const in_debt = listed[0] && listedAs({ sample: isOfSample(listed[0]) || undefined });
  return { in_debt, debt_usd: debt("USD"), debt_kes: debt("KES") };
}

/** More than any debt in cents has. */
const DEBT_DIGITS = 15;

/** A longer row would make every change of the account dearer. `openOf` reads the charges beyond it. */
const MAX_OPEN = 100;

type OpenFields = Pick<AccountRow, "open" | "more" | "owing" | "owing_from">;

/** The fields of the row that repeat the open charges. */
export function openFields(
  { subscriptions }: Pick<AnyAccount, "subscriptions">,
  { charges, sample }: { charges: readonly ChargeRow[]; sample: boolean },
): OpenFields {
  const open = charges.filter(isOpen).sort(compareCharges);
  const isAsSaid = areDescribedBy(subscriptions, open);
  const [oldest] = open;
  if (!oldest && isAsSaid) return { open: [] };
  return {
    open: open.slice(0, MAX_OPEN).map((charge) => ({
      charge: charge.id,
      due: charge.due,
      left: leftOf(charge),
      ...(charge.paid_cents > 0 && { paid: charge.paid_cents }),
      currency: charge.currency,
      ...(charge.service && { service: charge.service }),
      ...(charge.on_hold && { held: true }),
      ...(charge.told_on && { told: charge.told_on }),
      ...(charge.reminded_on && { reminded: charge.reminded_on }),
      ...(charge.asked && { asked: charge.asked }),
      ...(charge.invoiced && { invoiced: charge.invoiced }),
    })),
    ...(open.length > MAX_OPEN && { more: open.length - MAX_OPEN }),
    owing: listedAs({ sample: sample || undefined }),
    // A charge that is on hold, or differs from its subscription, is always in the list.
    owing_from: isAsSaid && oldest ? oldest.due : FIRST_DAY,
  };
}
