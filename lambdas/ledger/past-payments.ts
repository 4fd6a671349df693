import { type Account, ofPeriod } from "../../shared/billing/account.ts";
import { AccountError, isByHand } from "../../shared/billing/charges.ts";
import { formatDay } from "../../shared/dates.ts";
import type { Day } from "../../shared/day.ts";
import type { PastPayment } from "../../shared/imports/plan-payments.ts";
import { toCents } from "../../shared/money.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { withOneMark } from "../platform/dynamo/changed-since.ts";
import { type Counts, paymentCounts, sumOf } from "../platform/dynamo/counters.ts";
import type { TransactItem } from "../platform/dynamo/database.ts";
import { Conflict } from "../platform/http/refusals.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import type { Moment } from "../platform/moment.ts";
import { type AccountItems, accountItems } from "./account-items.ts";
import { Reading } from "./account-reading.ts";
import { isTax, readPayment } from "./account-store.ts";
import { changeDraft } from "./change-draft.ts";
import { lineOfTyped } from "./payment-decision.ts";
import { type ClientPaymentRow, typedRow } from "./payment-row.ts";
import { leaveLine, typedLineKey } from "./statement-lines.ts";

// Payments of past years. Each pays a charge of its own, so they take nothing from open charges, and are never credit.
// Their clients get no receipts.

type Changes = { changes: AccountItems[]; items: TransactItem[]; counts: [before: Counts, after: Counts] };

/** Records payments of one client. @throws Conflict if a period is charged or an M-Pesa code is on record already */
export async function recordPast(
  client_id: string,
  all: readonly (PastPayment & { id: string })[],
  { now, today }: ChangeContext,
): Promise<Changes> {
  const reading = await Reading.of([client_id]);
  return reading.decide(() => pastPayments(reading, client_id, all, { now, today }));
}

function pastPayments(
  reading: Reading,
  client_id: string,
  all: readonly (PastPayment & { id: string })[],
  moment: Moment,
): Changes {
  const before = reading.account(client_id);
  const rows = all.map(({ id, paid_on, amount, currency, reference, method }) =>
    typedRow({ id, client_id, paid_on, cents: toCents(amount), currency, reference, method }, moment),
  );
  const keys = rows.flatMap(({ reference, method }) => typedLineKey(reference, method) ?? []);
  // By themselves, the second one is refused.
  if (new Set(keys).size < keys.length) throw new Conflict("Two rows have the same code or certificate.");
  const lines = rows.map((row) => lineOfTyped(reading, row));
  const added = rows.map((row, at) => ({ ...row, ...lines[at]?.lineFacts }));
  const [after] = changeDraft(before, (account) => {
    for (const payment of all) addPast(account, payment);
  });
  return {
    changes: [accountItems(before, after, { today: moment.today, added })],
    items: withOneMark(lines.flatMap((line) => line?.items ?? [])),
    counts: [{}, sumOf(added.map(paymentCounts))],
  };
}

function addPast(account: Account, payment: PastPayment & { id: string }): void {
  const { id, subscription_id, period, currency, method } = payment;
  const subscription = account.subscriptions.find((billed) => billed.id === subscription_id);
  if (!subscription) throw new AccountError("This subscription is not on record.");
  const place = ofPeriod(subscription_id, period);
  if (account.charges.some((charge) => charge.id === place.id))
    throw new AccountError(`A period of this subscription is due ${formatDay(period)} already.`);
  const cents = toCents(payment.amount);
  const { service, frequency, vat } = subscription;
  account.charges.push({
    ...place,
    currency,
    cents,
    paid_cents: cents,
    service,
    frequency,
    vat,
    paid_by: [id],
  });
  const allocations = [{ charge_id: place.id, cents }];
  account.payments.push({ id, currency, cents, allocations, is_tax: isTax(method) });
}

/** Two fingerprints of a payment differ if somebody changed the payment since it was imported. */
export const fingerprint = (row: ClientPaymentRow): string =>
  digestOf({
    client_id: row.client_id,
    paid_on: row.paid_on,
    cents: row.cents,
    currency: row.currency,
    method: row.method,
    reference: row.reference,
    allocations: row.allocations.map(({ charge_id, cents }) => [charge_id, cents]),
  });

/** Removes a payment of past years with its charge. A text says why it stays; undefined if it is gone already. */
export async function removePast(
  id: string,
  asImported: string,
  today: Day,
): Promise<Changes | string | undefined> {
  const present = await readPayment(id);
  if (!present) return undefined;
  if (present.state !== "recorded") return "Somebody undid it since.";
  const reading = await Reading.of([present.client_id]);
  const removed = await reading.decide(() => removedPast(reading, present, asImported, today));
  // Payment and charges are read one after the other.
  if (typeof removed === "string" && !(await reading.isCurrent())) return removePast(id, asImported, today);
  return removed;
}

function removedPast(
  reading: Reading,
  { id, client_id }: ClientPaymentRow,
  asImported: string,
  today: Day,
): Changes | string | undefined {
  if (!reading.payment(id)) return undefined;
  const [payment] = reading.paymentsOf(client_id, [id]);
  const before = reading.account(client_id);
  const charge = before.account.charges.find((candidate) => candidate.paid_by?.includes(id));
  if (!payment) return "Somebody changed it since.";
  const isOwn = charge?.cents === payment.cents && charge.paid_cents === payment.cents && !isByHand(charge);
  if (!isOwn || fingerprint(payment) !== asImported) return "Somebody changed it since.";
  const after = {
    ...before.account,
    charges: before.account.charges.filter((candidate) => candidate !== charge),
    payments: before.account.payments.filter((candidate) => candidate.id !== id),
  };
  return {
    changes: [accountItems(before, after, { today })],
    items: payment.line ? leaveLine(reading.line(payment.line), id) : [],
    counts: [paymentCounts(payment), {}],
  };
}
