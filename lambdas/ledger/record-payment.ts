import { isOpen } from "../../shared/billing/account.ts";
import { bringUpToDate, recordPayment } from "../../shared/billing/payments.ts";
import type { NewClientPayment, PaymentAnswer } from "../../shared/clients/account.ts";
import type { Day } from "../../shared/day.ts";
import { type Currency, toCents } from "../../shared/money.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, Invalid } from "../platform/http/errors.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import * as settings from "../settings/store.ts";
import { changeAccounts, type Decision } from "./change-accounts.ts";
import { changeDraft } from "./change-draft.ts";
import { clientWithMoney } from "./client-with-money.ts";
import { onRecordText, refuseUndone, storedEarlier } from "./on-record.ts";
import { allocationsOf, answerOf, checkTyped } from "./payment-answer.ts";
import type { Reading } from "./reading.ts";
import { wantsReceipt } from "./receipts.ts";
import type { PaymentRow } from "./rows.ts";
import { isTax } from "./store.ts";
import { typedPayment, typedRow } from "./typed-payment.ts";

/** Records a payment of a client once. A repeat has the same id and content. */
export async function recordForClient(
  client_id: string,
  input: NewClientPayment,
  context: ChangeContext,
): Promise<PaymentAnswer> {
  const paid_on = input.paid_on ?? context.today;
  checkTyped({ ...input, paid_on }, context.today);
  const company = await settings.get();
  const receipt = isTax(input.method)
    ? undefined
    : await wantsReceipt(paid_on, context, input.receipt, company);
  const facts = { paid_on, usual: company.default_currency, receipt };
  return changeAccounts(
    [client_id],
    context,
    (reading) => record(reading, client_id, input, facts, context),
    { onlyOpen: true },
  );
}

type Facts = { paid_on: Day; usual: Currency; receipt: true | undefined };

function record(
  reading: Reading,
  client_id: string,
  input: NewClientPayment,
  { paid_on, usual, receipt }: Facts,
  context: ChangeContext,
): Decision<PaymentAnswer> {
  const { id, reference, method } = input;
  const { sample } = clientWithMoney(reading, client_id);
  const cents = toCents(input.amount);
  const before = reading.openAccount(client_id);
  const repeated = findRepeat(reading, client_id, input);
  if (repeated) {
    return { changes: [], answer: answerOf(repeated, before, context.today) };
  }
  const [after, currency] = changeDraft(before, (account) => {
    bringUpToDate(account, context.today);
    const currency = input.currency ?? currencyFor(account.charges.filter(isOpen), usual);
    const { credit, in_full } = input;
    const to = input.to && allocationsOf(input.to);
    const payment = { id, currency, cents, allocations: [], is_tax: isTax(method) };
    recordPayment(account, payment, { to, credit, in_full }, context.today);
    return currency;
  });
  const made_from = digestOf(contentOf(input));
  const payment = typedRow(
    { id, client_id, paid_on, cents, currency, reference, method, made_from, receipt },
    context,
  );
  const typed = { before, after, payment, sample };
  const { recorded, change, decision } = typedPayment(reading, typed, context);
  return { ...decision, answer: answerOf(recorded, { account: after }, context.today, change) };
}

/** The only currency in which something is open, else the company's. */
function currencyFor(open: readonly { currency: Currency }[], usual: Currency): Currency {
  const found = [...new Set(open.map(({ currency }) => currency))];
  if (found.length > 1)
    throw new Invalid("This client owes in several currencies: please say in which one was paid.");
  return found[0] ?? usual;
}

const contentOf = ({ id: _, ...content }: NewClientPayment) => content;

function findRepeat(reading: Reading, client_id: string, input: NewClientPayment): PaymentRow | undefined {
  const same = storedEarlier(reading, input.id);
  if (same && (same.client_id !== client_id || same.made_from !== digestOf(contentOf(input))))
    throw new Conflict(
      `This payment was stored by an earlier attempt, with other content: ${onRecordText(same)}.`,
    );
  if (same) refuseUndone(same);
  return same;
}
