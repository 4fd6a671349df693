import { closedText } from "../../shared/billing/account.ts";
import { AccountError, ClosedChargeError } from "../../shared/billing/charges.ts";
import { bringUpToDate, recordPayment } from "../../shared/billing/payments.ts";
import type { Day } from "../../shared/day.ts";
import { type Currency, toCents } from "../../shared/money.ts";
import type { NewClientPayment, PaymentAnswer } from "../../shared/payments/client-account.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import * as settings from "../stores/settings-store.ts";
import type { Reading } from "./account-reading.ts";
import { isTax } from "./account-store.ts";
import { changeAccounts, type Decision } from "./change-accounts.ts";
import { changeDraft } from "./change-draft.ts";
import { clientWithMoney } from "./client-with-money.ts";
import { findRepeat, paidByText } from "./find-repeat.ts";
import { allocationsOf, answerOf, checkTyped } from "./payment-answer.ts";
import { lineOfTyped, paymentDecision } from "./payment-decision.ts";
import { typedRow } from "./payment-row.ts";
import { wantsReceipt } from "./receipt-entries.ts";
import { usualCurrency } from "./usual-currency.ts";

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
    : await wantsReceipt(paid_on, context, { decided: input.receipt, company });
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
  { id, ...content }: NewClientPayment,
  { paid_on, usual, receipt }: Facts,
  context: ChangeContext,
): Decision<PaymentAnswer> {
  const { amount, reference, method, credit, in_full, why } = content;
  const { sample } = clientWithMoney(reading, client_id);
  const cents = toCents(amount);
  const before = reading.openAccount(client_id);
  const made_from = digestOf(content);
  const repeated = findRepeat(reading, { id, client_id, made_from });
  if (repeated) {
    return { changes: [], answer: answerOf(repeated, before, context.today) };
  }
  const [after, currency] = changeDraft(before, (account) => {
    bringUpToDate(account, context.today);
    const currency = content.currency ?? usualCurrency(account.charges, usual);
    const to = content.to && allocationsOf(content.to);
    const payment = { id, currency, cents, allocations: [], is_tax: isTax(method) };
    try {
      recordPayment(account, payment, { to, credit, in_full, why }, context.today);
    } catch (error) {
      throw withPaymentOnRecord(error, reading, client_id);
    }
    return currency;
  });
  const typed = typedRow(
    { id, client_id, paid_on, cents, currency, reference, method, made_from, receipt },
    context,
  );
  const { lineFacts, items } = (!sample && lineOfTyped(reading, typed)) || {};
  return paymentDecision({ before, after, row: { ...typed, ...lineFacts }, sample, items }, context);
}

/** Says with which payment the named charge was closed. */
function withPaymentOnRecord(error: unknown, reading: Reading, client_id: string): unknown {
  if (!(error instanceof ClosedChargeError)) return error;
  const paidBy = paidByText(reading, client_id, error.charge);
  return paidBy === undefined
    ? error
    : new AccountError(`${closedText(error.charge)}${paidBy}. This payment was not recorded.`);
}
