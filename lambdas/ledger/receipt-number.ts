import { formatReceiptNumber } from "../../shared/billing/receipts.ts";
import type { Day } from "../../shared/day.ts";
import { changeStamp } from "../platform/dynamo/changes.ts";
import {
  getItem,
  MAX_TRIES,
  pauseBefore,
  type TransactItem,
  TransactionRefused,
  table,
  transact,
} from "../platform/dynamo/database.ts";
import { type Change, type Place, updateItem } from "../platform/dynamo/update-if.ts";
import { type PaymentRow, receiptNumberOf } from "./rows.ts";
import type { StoredAccount } from "./store.ts";

/**
 * Gives the receipt of a payment the next number of the year, once: a repeat finds it with the payment. The number is taken
 * and saved, with the payment and in the send log, in one transaction, so there are no gaps. Undefined if the account has
 * changed since it was read: a payment that was undone or corrected meanwhile takes no number.
 * @throws if other receipts were faster each time, so that its message comes again
 */
export async function numberReceipt(
  { client_id, row }: StoredAccount,
  payment: PaymentRow,
  emailKey: Record<string, string>,
  today: Day,
): Promise<string | undefined> {
  const given = receiptNumberOf(payment);
  if (given !== undefined) return given;
  if (!row) throw new Error("A payment has an account.");
  const year = today.slice(0, 4);
  const counter = { name: `receipts-${year}` };
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const last = Number((await getItem("settings", counter))?.last ?? 0);
    const number = formatReceiptNumber(year, last + 1);
    const receipts = [...(payment.receipts ?? []), { revision: payment.revision ?? 0, number }];
    try {
      await transact([
        update("settings", counter, {
          set: { last: last + 1 },
          onlyIf: "attribute_not_exists(#last) OR #last = :last",
          values: { last },
        }),
        update(
          "accounts",
          { client_id },
          {
            set: { version: row.version + 1 },
            onlyIf: "#version = :seen",
            values: { seen: row.version },
          },
        ),
        update("payments", { id: payment.id }, { set: { receipts, ...changeStamp() } }),
        update("reminders", emailKey, { set: { receipt_number: number } }),
      ]);
      return number;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      const [, isAccountChanged] = error.failed;
      if (isAccountChanged) return undefined;
      await pauseBefore(tries);
    }
  }
  throw new Error("Other receipts took each number that was tried.");
}

const update = (name: Parameters<typeof table>[0], Key: Place["Key"], change: Change): TransactItem =>
  updateItem({ TableName: table(name), Key }, change);
