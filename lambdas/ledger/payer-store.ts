import { codeOf } from "../../shared/billing/matching/codes.ts";
import { plain } from "../../shared/billing/matching/line.ts";
import { isOfPayer, type Payer } from "../../shared/billing/matching/payer.ts";
import type { Payment } from "../../shared/payments/payment.ts";
import { changeStamp } from "../platform/dynamo/changed-since.ts";
import { queryAll, table } from "../platform/dynamo/database.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import { hasClient, type PaymentRow, readPaymentRow } from "./payment-row.ts";
import { personalFields } from "./statement-lines.ts";
import { allUnmatched, unmatchedOnWire } from "./unmatched-store.ts";

// Finds a person's texts in statements: in the payments of a client, and in payments that nobody has and that name the client.

/** The payments that nobody has and that name a payer. Reads all of them. */
async function unmatchedOf(payer: Payer) {
  const rows = [];
  for await (const row of allUnmatched()) if (isOfPayer(row, payer)) rows.push(row);
  return rows;
}

export const unmatchedPaymentsOf = async (payer: Payer): Promise<Payment[]> =>
  (await unmatchedOf(payer)).map(unmatchedOnWire);

/** Removes the personal data of unmatched payments that name a payer. Amount and day stay, and somebody can assign them. */
export async function clearUnmatched(payer: Payer): Promise<void> {
  for (const row of await unmatchedOf(payer)) await clear(row);
}

/** The rows of a client's payments, undone ones too. */
export const paymentsWith = (client_id: string): Promise<Record<string, unknown>[]> =>
  queryAll("payments", {
    IndexName: "by-client",
    KeyConditionExpression: "client_id = :client",
    ExpressionAttributeValues: { ":client": client_id },
  });

/** Removes what people typed and statements say of a client's payments. */
export async function clearPayments(client_id: string): Promise<void> {
  for (const row of await paymentsWith(client_id)) await clear(readPaymentRow(row));
}

/** The texts of a payment that can name a person. M-Pesa's codes are none. */
export const textsOfPayment = (row: PaymentRow): (string | undefined)[] => [
  ...personalFields.map((name) => row[name]),
  isCode(row) ? undefined : row.reference,
  "ignored" in row ? row.ignored?.reason : undefined,
  ...("results" in row ? [...(row.results ?? [])].flatMap(namesInResult) : []),
];

/** In JSON as a whole, a phone number would not be recognised. */
const namesInResult = (json: string): string[] => {
  const { payer, phone } = JSON.parse(json);
  return [payer, phone];
};

const isCode = ({ reference, method }: PaymentRow): boolean =>
  codeOf(reference, method === "mpesa" || method === "bank" ? method : undefined) === plain(reference);

/** Removes the texts of a payment that can name a person. Amount, day and M-Pesa's code stay: they prove the payment. */
export async function clear(row: PaymentRow): Promise<void> {
  if (!textsOfPayment(row).some(Boolean)) return;
  // If the condition does not hold, it has expired, or a typed payment with its code took its place.
  await updateIf(
    { TableName: table("payments"), Key: { id: row.id } },
    {
      set: {
        ...(hasClient(row) && changeStamp()),
        ...(!isCode(row) && { reference: "" }),
        ...("ignored" in row && row.ignored && { ignored: { ...row.ignored, reason: "" } }),
      },
      // The results say who paid an announced payment.
      remove: [...personalFields, "results"],
      onlyIf: "attribute_exists(id)",
    },
  );
}
