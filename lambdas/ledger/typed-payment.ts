import type { AnyAccount } from "../../shared/billing/account.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { paymentCounts } from "../platform/dynamo/counters.ts";
import { Conflict } from "../platform/http/refusals.ts";
import type { Moment } from "../platform/moment.ts";
import { type AccountItems, accountItems } from "./account-items.ts";
import type { Reading } from "./account-reading.ts";
import type { StoredAccount } from "./account-store.ts";
import type { Decision } from "./change-accounts.ts";
import { paymentRecords, waiverRecords } from "./payment-activity.ts";
import { receiptsOf } from "./receipt-entries.ts";
import type { PaymentRow } from "./rows.ts";
import { lineOnRecordText, recordedIn, takeLine, typedLineKey } from "./statement-lines.ts";

/** The row of a payment that somebody typed. What it pays follows from its account. */
export const typedRow = (
  typed: Omit<PaymentRow, "recorded_at" | "source" | "allocations">,
  { now }: Moment,
): PaymentRow => ({ ...typed, recorded_at: now, source: "hand", allocations: [] });

type NewPayment<A extends AnyAccount> = {
  before: StoredAccount<A>;
  after: NoInfer<A>;
  /** Without allocations; they are in `after`. */
  payment: PaymentRow;
  sample?: true | undefined;
};

/**
 * What stores a new payment that somebody typed, with all that changes in the account.
 * @throws Conflict if a payment with this M-Pesa code is on record
 */
export function typedPayment<A extends AnyAccount>(
  reading: Reading,
  { before, after, payment, sample }: NewPayment<A>,
  context: ChangeContext,
): { recorded: PaymentRow; change: AccountItems; decision: Omit<Decision<unknown>, "answer"> } {
  const line = sample ? undefined : lineOfTyped(reading, payment);
  const row = { ...payment, ...line?.lineFacts };
  const change = accountItems(before, after, {
    today: context.today,
    by: context.actor.name,
    added: [row],
    sample,
  });
  const recorded = change.payments.find(({ id }) => id === row.id) ?? row;
  const items = [
    ...(line?.items ?? []),
    ...paymentRecords("payment-recorded", undefined, recorded, context),
    ...waiverRecords(before.account, after, recorded, context),
  ];
  return {
    recorded,
    change,
    decision: {
      changes: [change],
      items,
      counts: sample ? undefined : [{}, paymentCounts(recorded)],
      outbox: receiptsOf(recorded, change, context),
    },
  };
}

/** What the code of a typed payment says, and the items that reserve it. Undefined without an M-Pesa code. */
export function lineOfTyped(reading: Reading, payment: PaymentRow) {
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
