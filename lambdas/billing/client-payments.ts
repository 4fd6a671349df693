import { randomUUID } from "node:crypto";
import { creditOf, creditSums, isAskedFor, owedOf } from "../../shared/billing/account.ts";
import { bringUpToDate, correctPayment, recordPayment, undoPayment } from "../../shared/billing/payments.ts";
import {
  type ClientPayment,
  type NewClientPayment,
  type OwedAmounts,
  owedOnWire,
  type PaymentAnswer,
  type PaymentChange,
} from "../../shared/clients/account.ts";
import type { Day } from "../../shared/day.ts";
import { type Currency, fromCents, toCents } from "../../shared/money.ts";
import { lineKey } from "../../shared/payments/statement-line.ts";
import {
  certificateProblem,
  futurePaymentProblem,
  type Subscription,
} from "../../shared/subscriptions/subscription.ts";
import * as clients from "../clients/store.ts";
import * as lines from "../payments/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { counterUpdates, paymentCounts } from "../platform/dynamo/counters.ts";
import { type TransactItem, TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { Conflict, Invalid, notFound } from "../platform/http/errors.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import * as settings from "../settings/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { accountChanges, type Changed } from "./account-changes.ts";
import { changed, checkSize } from "./change.ts";
import { onRecordText, refusalOf } from "./on-record.ts";
import { paymentRecords } from "./payment-activity.ts";
import { correctReceipt, queueReceipt, queueReceiptAgain, wantsReceipt } from "./receipts.ts";
import { undoRefundOf } from "./refunds.ts";
import type { PaymentRow } from "./rows.ts";
import { getPayment, isTax, paymentsOfClient, readAccount, type StoredAccount } from "./store.ts";

/**
 * Records a payment of a client once. A repeat has the same id and content or, without an id, the same reference, amount,
 * method and day.
 */
export async function recordForClient(
  client_id: string,
  input: NewClientPayment,
  context: ChangeContext,
): Promise<PaymentAnswer> {
  const { reference, method } = input;
  const paid_on = input.paid_on ?? context.today;
  refuseFuture(paid_on, context.today);
  if (input.id === undefined && reference === "")
    throw new Invalid("Please give a reference, so that a repeated call is not a second payment.");
  refuseWithoutCertificate(method, reference);
  const client = await clients.get(client_id);
  if (!client) throw notFound("client");
  const cents = toCents(input.amount);
  if (cents === 0 && !input.in_full) throw new Invalid("Please give the amount that was paid.");

  const before = await readAccount(client_id);
  const repeated = await findRepeat(client_id, input, paid_on);
  if (repeated) {
    await queueReceiptAgain(repeated, context);
    return answerOf(repeated, before, context.today);
  }
  const id = input.id ?? randomUUID();
  const usual = (await settings.get()).default_currency;
  const [after, currency] = changed(before, (account) => {
    bringUpToDate(account, context.today);
    const currency = input.currency ?? currencyFor(account.charges.filter(isAskedFor), usual);
    const { credit, in_full } = input;
    const to = input.to && allocationsOf(input.to);
    const payment = { id, currency, cents, allocations: [], is_tax: isTax(method) };
    recordPayment(account, payment, { to, credit, in_full }, context.today);
    return currency;
  });
  const key =
    client.sample || reference === "" ? undefined : lineKey({ number: reference, method, paid_on, cents });
  const payment: PaymentRow = {
    ...{ id, client_id, paid_on, cents, currency, reference, method },
    recorded_at: context.now,
    source: "hand",
    allocations: [],
    made_from: digestOf(contentOf(input)),
    receipt: cents > 0 && !isTax(method) ? await wantsReceipt(paid_on, context, input.receipt) : undefined,
    line: key,
  };
  const changes = accountChanges(before, after, { today: context.today, added: [payment] });
  const recorded = changes.payments.find((one) => one.id === id) ?? payment;
  const written = await tryTransact([
    ...changes.items,
    ...(key === undefined ? [] : [lineItem(key, recorded)]),
    ...(client.sample ? [] : counterUpdates({}, paymentCounts(recorded))),
    ...paymentRecords("payment-recorded", undefined, recorded, context),
  ]);
  // Somebody else changed the account, or recorded the same code: look again.
  if (!written) {
    await refuseKnownCode(key, method);
    return recordForClient(client_id, input, context);
  }
  await queueReceipt(recorded, context);
  return answerOf(recorded, { ...before, account: after }, context.today, changes);
}

/** Allocations of a request, in cents. */
export const allocationsOf = (to: NonNullable<NewClientPayment["to"]>) =>
  to.map(({ amount, ...key }) => ({ ...key, cents: toCents(amount) }));

/** An M-Pesa code is one payment, whichever way it came; another reference may name several. */
const lineItem = (key: string, { method, paid_on, cents, currency, allocations }: PaymentRow) =>
  lines.recordItem(
    { key, subscription_id: allocations[0]?.subscription_id, paid_on, cents, currency },
    method === "mpesa" ? { again: true } : "hand",
  );

async function refuseKnownCode(key: string | undefined, method: string | undefined): Promise<void> {
  const refusal = key !== undefined && method === "mpesa" ? await refusalOf(key, true) : undefined;
  if (refusal) throw new Conflict(refusal);
}

/** The only currency in which something is open, else the company's. */
function currencyFor(open: readonly { currency: Currency }[], usual: Currency): Currency {
  const found = [...new Set(open.map(({ currency }) => currency))];
  if (found.length > 1)
    throw new Invalid("This client owes in several currencies: please say in which one was paid.");
  return found[0] ?? usual;
}

const contentOf = ({ id: _, ...content }: NewClientPayment) => content;

async function findRepeat(
  client_id: string,
  input: NewClientPayment,
  paid_on: Day,
): Promise<PaymentRow | undefined> {
  if (input.id !== undefined) {
    const same = await getPayment(input.id);
    if (same && (same.client_id !== client_id || same.made_from !== digestOf(contentOf(input))))
      throw new Conflict(
        `This payment was stored by an earlier attempt, with other content: ${onRecordText(same)}.`,
      );
    return same;
  }
  return (await paymentsOfClient(client_id)).rows.find(
    (payment) =>
      payment.reference === input.reference &&
      payment.cents === toCents(input.amount) &&
      payment.method === input.method &&
      payment.paid_on === paid_on,
  );
}

/** Corrects a payment. @throws NotFound, or Conflict with the rest that nothing open can use */
export async function correct(
  id: string,
  change: PaymentChange,
  context: ChangeContext,
): Promise<PaymentAnswer> {
  const present = await getPayment(id);
  if (!present) throw notFound("payment");
  const paid_on = change.paid_on ?? present.paid_on;
  refuseFuture(paid_on, context.today);
  if (present.refund_of) throw new Conflict("A refund cannot be corrected. Undo it, and record it again.");
  const reference = change.reference ?? present.reference;
  const method = change.method ?? present.method;
  refuseWithoutCertificate(method, reference);
  const before = await readAccount(present.client_id, [id]);
  const client = await clients.get(present.client_id);
  const cents = change.amount === undefined ? present.cents : toCents(change.amount);
  if (cents === 0) throw new Invalid("Please give the amount that was paid.");
  const [after] = changed(before, (account) =>
    correctPayment(
      account,
      id,
      {
        cents,
        currency: change.currency,
        to: change.to && allocationsOf(change.to),
        credit: change.credit,
        in_full: change.in_full,
        is_tax: isTax(method),
      },
      context.today,
    ),
  );
  const key =
    client?.sample || reference === "" ? undefined : lineKey({ number: reference, method, paid_on, cents });
  const corrected = { ...present, paid_on, reference, method, line: key };
  const changes = accountChanges(before, after, { today: context.today, added: [corrected] });
  const recorded = changes.payments.find((one) => one.id === id) ?? corrected;
  const written = await tryTransact([
    ...changes.items,
    ...(key === present.line || present.line === undefined ? [] : [lines.undoItem(present.line, context)]),
    ...(key === present.line || key === undefined ? [] : [lineItem(key, recorded)]),
    ...(client?.sample ? [] : counterUpdates(paymentCounts(present), paymentCounts(recorded))),
    ...paymentRecords("payment-corrected", present, recorded, context),
  ]);
  if (!written) {
    if (key !== present.line) await refuseKnownCode(key, method);
    return correct(id, change, context);
  }
  await queueReceipt(recorded, context);
  return answerOf(recorded, { ...before, account: after }, context.today, changes);
}

/** Undoes a payment. @throws NotFound */
export async function undoById(
  id: string,
  context: ChangeContext,
): Promise<Omit<PaymentAnswer, "payment"> & { note?: string | undefined }> {
  const payment = await getPayment(id);
  if (!payment) throw notFound("payment");
  if (payment.refund_of) return undoRefundOf(payment, context);
  const before = await readAccount(payment.client_id, [id]);
  if (!before.payments.some((one) => one.id === id)) throw notFound("payment");
  const client = await clients.get(payment.client_id);
  const [after] = changed(before, (account) => undoPayment(account, id, context.today));
  const changes = accountChanges(before, after, { today: context.today });
  const written = await tryTransact([
    ...changes.items,
    ...(payment.line === undefined ? [] : [lines.undoItem(payment.line, context)]),
    ...(client?.sample ? [] : counterUpdates(paymentCounts(payment), {})),
    ...paymentRecords("payment-undone", payment, undefined, context),
  ]);
  if (!written) return undoById(id, context);
  const note = await correctReceipt(payment, context);
  return {
    owed: owedIn({ ...before, account: after }, context.today),
    subscriptions: subscriptionsIn(changes),
    note,
  };
}

function refuseWithoutCertificate(method: string | undefined, reference: string): void {
  const problem = certificateProblem(method, reference);
  if (problem) throw new Invalid(problem);
}

function refuseFuture(paid_on: Day, today: Day): void {
  const problem = futurePaymentProblem(paid_on, today);
  if (problem) throw new Invalid(problem);
}

async function tryTransact(items: TransactItem[]): Promise<boolean> {
  checkSize(items);
  try {
    await transact(items);
    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}

const owedIn = ({ account }: StoredAccount, today: Day): OwedAmounts[] =>
  owedOnWire(owedOf(account.charges, creditSums(account.payments), today));

const answerOf = (
  payment: PaymentRow,
  account: StoredAccount,
  today: Day,
  changes?: Changed,
): PaymentAnswer => ({
  payment: paymentOnWire(payment),
  owed: owedIn(account, today),
  ...(changes && { subscriptions: subscriptionsIn(changes) }),
});

const subscriptionsIn = ({ subscriptions: rows }: Changed): Subscription[] =>
  rows.map(([, now]) => subscriptions.fromRow(now));

const paymentOnWire = (payment: PaymentRow): ClientPayment => {
  const { id, paid_on, cents, currency, method, reference, allocations } = payment;
  return {
    ...{ id, paid_on, amount: fromCents(cents), currency, method, reference },
    allocations: allocations.map(({ subscription_id, period, cents }) => ({
      ...{ subscription_id, period, amount: fromCents(cents) },
    })),
    credit: fromCents(creditOf(payment)),
  };
};
