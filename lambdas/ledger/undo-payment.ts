import { type Account, isOpen, owedIn } from "../../shared/billing/account.ts";
import { invoicedOf } from "../../shared/billing/invoicing.ts";
import { undoPayment } from "../../shared/billing/payments.ts";
import type { Day } from "../../shared/day.ts";
import { type OwedAmounts, owedOnWire, type PaymentAnswer } from "../../shared/payments/client-account.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { paymentCounts } from "../platform/dynamo/counters.ts";
import { logFailure } from "../platform/log.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { accountItems } from "./account-items.ts";
import type { Reading } from "./account-reading.ts";
import { readAccount } from "./account-store.ts";
import { owing } from "./billed-subscription.ts";
import { continueAccount } from "./bring-up-to-date.ts";
import type { Decision } from "./change-accounts.ts";
import { changeDraft } from "./change-draft.ts";
import { changePayment } from "./change-payment.ts";
import { withoutEarlyPapers } from "./early-papers.ts";
import { continuing } from "./in-parts.ts";
import { paymentRecords } from "./payment-activity.ts";
import { subscriptionsIn } from "./payment-answer.ts";
import { type ClientPaymentRow, undoneRow } from "./payment-row.ts";
import { correctionOf } from "./receipt-entries.ts";
import { undoneRefund } from "./record-refund.ts";

export type Undone = {
  owed: OwedAmounts[];
  subscriptions?: PaymentAnswer["subscriptions"];
  note?: string | undefined;
  invoice_stays?: true;
};

/** The client whose other charges are opened after it. */
type Written = { unfinished?: string | undefined };

/** Undoes a payment: everything that it paid is open again. @throws NotFound */
export async function undoById(
  id: string,
  context: ChangeContext,
  why?: ClientPaymentRow["undone_for"],
): Promise<Undone> {
  const decide = (reading: Reading, payment: ClientPaymentRow): Decision<Undone & Written> =>
    payment.state === "refund"
      ? undoneRefund(reading, payment, context)
      : undonePayment(reading, payment, why, context);
  const { unfinished, ...undone } = await changePayment(id, context, decide);
  if (!unfinished) return undone;
  const { isOpen, ...rest } = await openRest(unfinished, context);
  return { ...undone, ...rest, note: isOpen ? undone.note : [undone.note ?? UNDONE, REST_FOLLOWS].join(" ") };
}

const UNDONE = "The payment was undone.";
const REST_FOLLOWS =
  "It paid very many periods: those that are still shown as paid are open again in two minutes.";

/** A request ends after 15 seconds. */
const OPEN_REST_MS = 8_000;

/**
 * Opens the charges that did not fit into one transaction, so that the person sees all of them at once. What a request has no
 * time for, or what fails, is left to the job.
 */
async function openRest(client_id: string, context: ChangeContext): Promise<Undone & { isOpen: boolean }> {
  const deadline = Date.now() + OPEN_REST_MS;
  try {
    await continueAccount(client_id, context, () => Date.now() < deadline);
  } catch (error) {
    logFailure("undone payment left to the job", error, { client: client_id });
  }
  const { row, account, subscriptions: rows } = await readAccount(client_id);
  return {
    isOpen: !account.payments.some(({ undone }) => undone),
    owed: owedOnWire(owedIn(account, context.today)),
    subscriptions: rows.map((subscription) =>
      subscriptions.fromOwing(owing(subscription, account.charges, row?.version)),
    ),
  };
}

function undonePayment(
  reading: Reading,
  payment: ClientPaymentRow,
  why: ClientPaymentRow["undone_for"],
  context: ChangeContext,
): Decision<Undone & Written> {
  const { id, client_id } = payment;
  const isSample = reading.client(client_id)?.sample;
  const { account: before, items: withdrawals } = withoutEarlyPapers(
    reading,
    reading.account(client_id),
    payment,
    context.today,
  );
  const [after] = changeDraft(before, (account) => undoPayment(account, id, context.today));
  // A sample's payment is deleted.
  const change = accountItems(before, after, {
    today: context.today,
    by: context.actor.name,
    added: isSample ? [] : [undoneRow(payment, context, why)],
  });
  const correction = correctionOf(reading, payment, context);
  return {
    changes: [change],
    outbox: [
      ...(correction?.outbox ?? []),
      ...(change.isUnfinished ? [continuing(client_id, context, { interrupted: true })] : []),
    ],
    continues: false,
    items: [...withdrawals, ...paymentRecords("payment-undone", payment, undefined, context)],
    counts: isSample ? undefined : [paymentCounts(payment), {}],
    answer: {
      unfinished: change.isUnfinished ? client_id : undefined,
      note: correction?.note,
      owed: owedOnWire(owedIn(after, context.today)),
      subscriptions: subscriptionsIn(change),
      ...(isInvoicedEarly(payment, after, context.today) && { invoice_stays: true }),
    },
  };
}

/** Whether a charge that a payment paid is open again, and was invoiced before its due day. */
function isInvoicedEarly({ allocations }: ClientPaymentRow, { charges }: Account, today: Day): boolean {
  const ids = new Set(allocations.map(({ charge_id }) => charge_id));
  return charges.some(
    (charge) => ids.has(charge.id) && isOpen(charge) && charge.due > today && invoicedOf(charge) > 0,
  );
}
