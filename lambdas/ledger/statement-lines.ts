import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { codeOf, normalReference } from "../../shared/billing/matching/codes.ts";
import { formatDay } from "../../shared/dates.ts";
import { formatCents } from "../../shared/money.ts";
import { WITHHOLDING_TAX } from "../../shared/subscriptions/subscription.ts";
import { Id } from "../../shared/text.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { removalMark, stamped } from "../platform/dynamo/changed-since.ts";
import { isAbsent, isUnchanged, type TransactItem, table } from "../platform/dynamo/database.ts";
import { read } from "../platform/dynamo/read-rows.ts";
import { isAsRead } from "../platform/dynamo/update-if.ts";
import { Conflict } from "../platform/http/refusals.ts";
import { readPayments } from "./account-store.ts";
import { type ClientPaymentRow, type PaymentRow, paymentItem, type UnmatchedRow } from "./payment-row.ts";

// A line of a statement, or an M-Pesa code that somebody typed, has a row in the table of payments: it says which payments
// the line became, so that it is recorded once whichever way it comes. A part can be one payment, and the rest another.

const LineRow = z.object({ id: z.string(), version: z.int(), payment_ids: z.array(Id) });

export type LineState = {
  key: string;
  row: z.output<typeof LineRow> | undefined;
  /** In the order in which they were added. */
  payments: PaymentRow[];
};

/** The key of a line's row. The identity of a bank's line has the payer's name, so its key is a digest. */
export const lineKeyOf = (identity: string): string =>
  `line#${/^[A-Z0-9]{10}$/.test(identity) ? identity : createHash("sha256").update(identity).digest("hex")}`;

export const certificateKeyOf = (certificate: string): string =>
  lineKeyOf(`certificate ${normalReference(certificate)}`);

/** The key of what a typed reference names: M-Pesa codes and certificates of withheld tax are one payment each. */
export function typedLineKey(reference: string, method: string | undefined): string | undefined {
  if (method === WITHHOLDING_TAX) return certificateKeyOf(reference);
  if (method !== undefined && method !== "mpesa" && method !== "bank") return undefined;
  const code = codeOf(reference, method);
  return code && lineKeyOf(code);
}

/** Reads the records of some lines. @throws UnreadableRow */
export async function readLines(keys: Iterable<string>): Promise<Map<string, LineState>> {
  const rows = (await batchGet("payments", byId(keys))).map((item) => read(LineRow, item));
  const rowsOfLines = await readPayments(rows.flatMap(({ payment_ids }) => payment_ids));
  const payments = new Map(rowsOfLines.map((payment) => [payment.id, payment]));
  const states = rows.map((row): [string, LineState] => [
    row.id,
    { key: row.id, row, payments: row.payment_ids.flatMap((id) => payments.get(id) ?? []) },
  ]);
  const stateOf = new Map(states);
  return new Map([...keys].map((key) => [key, stateOf.get(key) ?? { key, row: undefined, payments: [] }]));
}

export const readLine = async (key: string): Promise<LineState> =>
  (await readLines([key])).get(key) as LineState;

/** The transaction item that says which payments a line became, unless somebody else has changed that. */
export function lineItem({ key, row }: LineState, payment_ids: readonly string[]): TransactItem {
  const Item = { id: key, version: (row?.version ?? 0) + 1, payment_ids: [...new Set(payment_ids)] };
  return { Put: { TableName: table("payments"), Item, ...(row ? isUnchanged(row) : isAbsent()) } };
}

export const waitingIn = ({ payments }: LineState): UnmatchedRow | undefined =>
  payments.find((payment): payment is UnmatchedRow => payment.state === "unmatched");

/** The payment of which somebody decided that it is no client's. */
export const ignoredIn = ({ payments }: LineState): UnmatchedRow | undefined =>
  payments.find((payment): payment is UnmatchedRow => payment.state === "ignored");

export const recordedIn = ({ payments }: LineState): ClientPaymentRow[] =>
  payments.filter((payment): payment is ClientPaymentRow => payment.state === "recorded");

/** The recorded payment of a line for this client, otherwise the first recorded one. */
export function recordedFor(state: LineState, client_id: string | undefined): ClientPaymentRow | undefined {
  const recorded = recordedIn(state);
  return recorded.find((payment) => payment.client_id === client_id) ?? recorded[0];
}

const sumOf = (rows: readonly { cents: number }[]) => rows.reduce((sum, { cents }) => sum + cents, 0);

export const recordedCents = (state: LineState): number => sumOf(recordedIn(state));

/**
 * Takes the line that waits or is ignored for a typed payment with an M-Pesa code. Returns the statement's facts, and the
 * transaction items. If the line has more money than was typed, the rest stays as it was.
 * @throws Conflict if the statement has another currency
 */
export function takeLine(
  state: LineState,
  { id, cents, currency }: Pick<ClientPaymentRow, "id" | "cents" | "currency">,
): { lineFacts: Partial<ClientPaymentRow>; items: TransactItem[] } {
  const waiting = waitingIn(state) ?? ignoredIn(state);
  const paymentIds = state.payments.map((payment) => payment.id);
  if (!waiting) return { lineFacts: { line: state.key }, items: [lineItem(state, [...paymentIds, id])] };
  if (waiting.currency !== currency)
    throw new Conflict(
      `The statement has this code with ${formatCents(waiting.cents, waiting.currency)}. Correct the currency.`,
    );
  const { payer, phone, account, details, balance, line_cents = waiting.cents } = waiting;
  const rest = waiting.cents - cents;
  const otherIds = rest > 0 ? paymentIds : paymentIds.filter((paymentId) => paymentId !== waiting.id);
  return {
    lineFacts: { line: state.key, payer, phone, account, details, balance, line_cents },
    items: [
      lineItem(state, [...otherIds, id]),
      rest > 0
        ? putPayment({ ...waiting, cents: rest, line_cents }, waiting)
        : { Delete: { TableName: table("payments"), Key: { id: waiting.id }, ...isStill(waiting) } },
      // The waiting payment may have been a client's before, so lists that show it must load again.
      ...(rest <= 0 && waiting.revision !== undefined ? [removalMark("payments")] : []),
    ],
  };
}

/** The transaction items by which a payment leaves its line. */
export function leaveLine(state: LineState, id: string): TransactItem[] {
  return [
    lineItem(
      state,
      state.payments.map((payment) => payment.id).filter((paymentId) => paymentId !== id),
    ),
  ];
}

export const lineOnRecordText = ({ cents, currency, paid_on, method }: ClientPaymentRow, name: string) =>
  `This ${method === WITHHOLDING_TAX ? "certificate" : "receipt"} is on record already: ${formatCents(cents, currency)}, paid on ${formatDay(paid_on)}, for ${name}.`;

/** The fields of a statement that can name a person. An erasure removes them. */
export const personalFields = ["payer", "phone", "account", "details", "bank_code"] as const;

/**
 * The transaction item that stores a payment, if it is new or still as it was read: an erasure in between stays, and so does
 * the number that its receipt got. It never takes the place of another.
 */
export const putPayment = (row: PaymentRow, before?: PaymentRow): TransactItem => ({
  Put: {
    TableName: table("payments"),
    Item: stamped(paymentItem(row)),
    ...(before ? isStill(before) : isAbsent()),
  },
});

/** The condition that nobody has changed what a payment says. */
function isStill(row: PaymentRow) {
  const texts = personalFields.filter((name) => row[name] !== undefined);
  const read = [...texts, "reference", "receipts", "state", "cents"] as const;
  const reason = "ignored" in row ? row.ignored?.reason : undefined;
  const conditions = read.map((name) => isAsRead(name, row[name]));
  return {
    ConditionExpression: [
      ...conditions,
      ...(reason === undefined ? [] : ["#ignored.#reason = :reason"]),
    ].join(" AND "),
    ExpressionAttributeNames: {
      ...Object.fromEntries(read.map((name) => [`#${name}`, name])),
      ...(reason !== undefined && { "#ignored": "ignored", "#reason": "reason" }),
    },
    ExpressionAttributeValues: {
      ...Object.fromEntries(
        read.flatMap((name) => (row[name] === undefined ? [] : [[`:${name}`, row[name]]])),
      ),
      ...(reason !== undefined && { ":reason": reason }),
    },
  };
}
