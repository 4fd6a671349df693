import type { AnyAccount } from "../../shared/billing/account.ts";
import type { PaymentAnswer } from "../../shared/payments/client-account.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { paymentCounts } from "../platform/dynamo/counters.ts";
import type { TransactItem } from "../platform/dynamo/database.ts";
import { Conflict } from "../platform/http/refusals.ts";
import { accountItems } from "./account-items.ts";
import type { ReadAccount, Reading } from "./account-reading.ts";
import type { Decision } from "./change-accounts.ts";
import { paymentRecords, waiverRecords } from "./payment-activity.ts";
import { answerOf } from "./payment-answer.ts";
import type { ClientPaymentRow, UnmatchedRow } from "./payment-row.ts";
import { receiptsOf } from "./receipt-entries.ts";
import { lineOnRecordText, recordedIn, takeLine, typedLineKey } from "./statement-lines.ts";

type Change<A extends AnyAccount> = {
  before: ReadAccount<A>;
  after: NoInfer<A>;
  /** The payment; what it pays is in `after`. */
  row: ClientPaymentRow;
  /** As it was before its correction. */
  corrected?: ClientPaymentRow;
  /** As it was before it was assigned. */
  unmatched?: UnmatchedRow;
  sample?: true | undefined;
  items?: readonly TransactItem[];
};

/** Stores a payment that is new or corrected, with all that changes in the account, and answers with it. */
export function paymentDecision<A extends AnyAccount>(
  { before, after, row, corrected, unmatched, sample, items = [] }: Change<A>,
  context: ChangeContext,
): Decision<PaymentAnswer> {
  const { today, actor } = context;
  const change = accountItems(before, after, { today, by: actor.name, added: [row], unmatched, sample });
  const recorded = change.payments.find(({ id }) => id === row.id) ?? row;
  const kind = corrected ? "payment-corrected" : "payment-recorded";
  return {
    changes: [change],
    items: [
      ...items,
      ...paymentRecords(kind, corrected, recorded, context),
      ...waiverRecords(before.account, after, change.papers, recorded, context),
    ],
    counts: sample ? undefined : [corrected ? paymentCounts(corrected) : {}, paymentCounts(recorded)],
    outbox: receiptsOf(recorded, change, context),
    answer: answerOf(recorded, { account: after }, today, change),
  };
}

/** The facts of the line whose code was typed, and the items that reserve it. Undefined without an M-Pesa code. */
export function lineOfTyped(reading: Reading, payment: ClientPaymentRow) {
  const key = typedLineKey(payment.reference, payment.method);
  if (key === undefined) return undefined;
  const state = reading.line(key);
  const [recorded] = recordedIn(state).filter(({ id }) => id !== payment.id);
  if (recorded) {
    const { name = "Unknown Client" } = reading.client(recorded.client_id) ?? {};
    throw new Conflict(lineOnRecordText(recorded, name));
  }
  return takeLine(state, payment);
}
