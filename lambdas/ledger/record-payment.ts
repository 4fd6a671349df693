import { isOpen } from "../../shared/billing/account.ts";
import { bringUpToDate, recordPayment } from "../../shared/billing/payments.ts";
import type { NewClientPayment, PaymentAnswer } from "../../shared/clients/account.ts";
import { type Currency, toCents } from "../../shared/money.ts";
import * as clients from "../clients/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, Invalid, notFound } from "../platform/http/errors.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import * as settings from "../settings/store.ts";
import { changed } from "./change.ts";
import { inParts } from "./in-parts.ts";
import { onRecordText, refuseUndone, storedEarlier } from "./on-record.ts";
import { allocationsOf, answerOf, checkTyped } from "./payment-answer.ts";
import { queueReceiptAgain, wantsReceipt } from "./receipts.ts";
import type { PaymentRow } from "./rows.ts";
import { isTax, readAccount } from "./store.ts";
import { storeTyped } from "./store-payment.ts";

/** Records a payment of a client once. A repeat has the same id and content. */
export const recordForClient = (client_id: string, input: NewClientPayment, context: ChangeContext) =>
  inParts(client_id, context.today, () => record(client_id, input, context));

async function record(
  client_id: string,
  input: NewClientPayment,
  context: ChangeContext,
): Promise<PaymentAnswer> {
  const { id, reference, method } = input;
  const paid_on = input.paid_on ?? context.today;
  checkTyped({ ...input, paid_on }, context.today);
  const client = await clients.get(client_id);
  if (!client) throw notFound("client");
  clients.refuseErased(client);
  const cents = toCents(input.amount);
  const before = await readAccount(client_id);
  const repeated = await findRepeat(client_id, input);
  if (repeated) {
    await queueReceiptAgain(repeated, context);
    return answerOf(repeated, before, context.today);
  }
  const usual = (await settings.get()).default_currency;
  const [after, currency] = changed(before, (account) => {
    bringUpToDate(account, context.today);
    const currency = input.currency ?? currencyFor(account.charges.filter(isOpen), usual);
    const { credit, in_full } = input;
    const to = input.to && allocationsOf(input.to);
    const payment = { id, currency, cents, allocations: [], is_tax: isTax(method) };
    recordPayment(account, payment, { to, credit, in_full }, context.today);
    return currency;
  });
  const payment: PaymentRow = {
    id,
    client_id,
    paid_on,
    cents,
    currency,
    reference,
    method,
    recorded_at: context.now,
    source: "hand",
    allocations: [],
    made_from: digestOf(contentOf(input)),
    receipt: !isTax(method) ? await wantsReceipt(paid_on, context, input.receipt) : undefined,
  };
  const stored = await storeTyped({ before, after, payment, sample: client.sample }, context);
  // Somebody else changed the account, or recorded the same code: look again.
  if (!stored) return record(client_id, input, context);
  return answerOf(stored.recorded, { account: after }, context.today, stored.changes);
}

/** The only currency in which something is open, else the company's. */
function currencyFor(open: readonly { currency: Currency }[], usual: Currency): Currency {
  const found = [...new Set(open.map(({ currency }) => currency))];
  if (found.length > 1)
    throw new Invalid("This client owes in several currencies: please say in which one was paid.");
  return found[0] ?? usual;
}

const contentOf = ({ id: _, ...content }: NewClientPayment) => content;

async function findRepeat(client_id: string, input: NewClientPayment): Promise<PaymentRow | undefined> {
  const same = await storedEarlier(input.id);
  if (same && (same.client_id !== client_id || same.made_from !== digestOf(contentOf(input))))
    throw new Conflict(
      `This payment was stored by an earlier attempt, with other content: ${onRecordText(same)}.`,
    );
  if (same) refuseUndone(same);
  return same;
}
