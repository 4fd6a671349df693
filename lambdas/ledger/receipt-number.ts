import { formatReceiptNumber } from "../../shared/billing/receipts.ts";
import type { Day } from "../../shared/day.ts";
import { changeStamp } from "../platform/dynamo/changed-since.ts";
import {
  getItem,
  MAX_TRIES,
  pauseBefore,
  type TransactItem,
  TransactionRefused,
  table,
  transact,
} from "../platform/dynamo/database.ts";
import { type Change, isAsRead, type Place, updateItem } from "../platform/dynamo/update-if.ts";
import { type ClientPaymentRow, receiptNumberOf } from "./payment-row.ts";

/**
 * Gives the receipt of a payment the next number of the year, once: a repeat finds it with the payment. The number is taken
 * and saved with the payment in one transaction, so there are no gaps. Undefined if the payment has changed since it was
 * read: one that was undone or corrected meanwhile takes no number.
 * @throws if other receipts were faster each time, so that its message comes again
 */
export async function numberReceipt(payment: ClientPaymentRow, today: Day): Promise<string | undefined> {
  const presentNumber = receiptNumberOf(payment);
  if (presentNumber !== undefined) return presentNumber;
  const { id, revision, receipts = [] } = payment;
  const year = today.slice(0, 4);
  const counter = { name: `receipts-${year}` };
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const last = Number((await getItem("settings", counter))?.last ?? 0);
    const number = formatReceiptNumber(year, last + 1);
    try {
      await transact([
        update("settings", counter, {
          set: { last: last + 1 },
          onlyIf: "attribute_not_exists(#last) OR #last = :last",
          values: { last },
        }),
        update(
          "payments",
          { id },
          {
            set: { receipts: [...receipts, { revision: revision ?? 0, number }], ...changeStamp() },
            ...isUnchanged(payment),
          },
        ),
      ]);
      return number;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      const [, isPaymentChanged] = error.failed;
      if (isPaymentChanged) return undefined;
      await pauseBefore(tries);
    }
  }
  throw new Error("Other receipts took each number that was tried.");
}

/** The condition that the receipt of a payment would say the same, and has no number yet. */
function isUnchanged({ client_id, state, revision, receipts }: ClientPaymentRow) {
  const read = Object.entries({ client_id, state, revision, receipts });
  return {
    onlyIf: read.map(([name, value]) => isAsRead(name, value)).join(" AND "),
    values: Object.fromEntries(read.filter(([, value]) => value !== undefined)),
  };
}

const update = (name: Parameters<typeof table>[0], Key: Place["Key"], change: Change): TransactItem =>
  updateItem({ TableName: table(name), Key }, change);
