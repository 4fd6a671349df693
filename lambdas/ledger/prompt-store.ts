import * as z from "zod/mini";
import { dayAt } from "../../shared/day.ts";
import { Cents, fromCents, toCents } from "../../shared/money.ts";
import {
  mobileKey,
  PROMPT_SECONDS,
  type Prompt,
  PromptReason,
  PromptState,
  stateAt,
} from "../../shared/paybill/prompt.ts";
import type { StatementLine } from "../../shared/payments/statement-line.ts";
import { Id, Instant, Text } from "../../shared/text.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { getItem, type TransactItem, table, tryTransact } from "../platform/dynamo/database.ts";
import { read, readable } from "../platform/dynamo/read-rows.ts";
import { updateIf, updateItem } from "../platform/dynamo/update-if.ts";
import * as outbox from "../stores/outbox-store.ts";

// The last prompt of each client is kept beside the payments, under their payment reference. What M-Pesa says of a prompt
// counts only with the CheckoutRequestID that it gave us.

/** As far back as M-Pesa's list reaches. */
const KEPT_SECONDS = 48 * 3_600;

export const PromptRow = z.object({
  id: z.string(),
  // Not `client_id`: it is no payment.
  client: Id,
  state: PromptState,
  reason: z.optional(PromptReason),
  cents: Cents,
  currency: z.literal("KES"),
  /** Absent after it was erased. */
  phone: z.optional(Text),
  /** M-Pesa's id of the prompt: its CheckoutRequestID. */
  checkout: z.optional(z.string()),
  /** M-Pesa's code of the payment. */
  code: z.optional(z.string()),
  at: Instant,
  expires_at: z.number(),
});
export type PromptRow = z.output<typeof PromptRow>;

const KEY = "prompt#";
const place = (id: string) => ({ TableName: table("payments"), Key: { id } });

export const isPrompt = ({ id }: Record<string, unknown>): boolean => String(id).startsWith(KEY);
export const referenceOf = ({ id }: Pick<PromptRow, "id">): string => id.slice(KEY.length);

export async function readPrompt(reference: string): Promise<PromptRow | undefined> {
  const Item = await getItem("payments", { id: KEY + reference });
  return Item && read(PromptRow, Item);
}

export const promptOnWire = (row: PromptRow, now: string): Prompt => ({
  state: stateAt(row, now),
  reason: row.reason,
  amount: fromCents(row.cents),
  at: row.at,
  code: row.code,
});

/** `records` are stored with it. Undefined, and nothing is stored, while another prompt of the client is open. */
export async function openPrompt(
  reference: string,
  asked: Pick<PromptRow, "client" | "cents" | "phone">,
  now: string,
  records: TransactItem[],
): Promise<PromptRow | undefined> {
  const seconds = Math.floor(Date.parse(now) / 1_000);
  const Item: PromptRow = {
    id: KEY + reference,
    ...asked,
    state: "asked",
    currency: "KES",
    at: now,
    expires_at: seconds + KEPT_SECONDS,
  };
  const Put = {
    TableName: table("payments"),
    Item,
    ConditionExpression: "attribute_not_exists(id) OR NOT #state IN (:asked, :sent, :accepted) OR #at < :old",
    ExpressionAttributeNames: { "#state": "state", "#at": "at" },
    ExpressionAttributeValues: {
      ":asked": "asked",
      ":sent": "sent",
      ":accepted": "accepted",
      ":old": new Date((seconds - PROMPT_SECONDS) * 1_000).toISOString(),
    },
  };
  return (await tryTransact([{ Put }, ...records])) ? Item : undefined;
}

/** Changes a prompt, with what follows. One that is paid stays so, and a newer one is another one. */
export const changePrompt = (
  { id, at }: Pick<PromptRow, "id" | "at">,
  set: Partial<PromptRow>,
  following: readonly outbox.Entry[] = [],
): Promise<boolean> =>
  outbox.tryTransactWith(
    [
      updateItem(place(id), {
        set,
        onlyIf: "#at = :at AND #state <> :paid",
        values: { at, paid: "paid" },
      }),
    ],
    following,
  );

/** Erases the phone number. */
export const clearPrompt = (id: string): Promise<boolean> =>
  updateIf(place(id), { remove: ["phone"], onlyIf: "attribute_exists(id)" });

export const clearPromptOf = (reference: string): Promise<boolean> => clearPrompt(KEY + reference);

/** The prompt that each line pays: same account and amount, and no other phone. `since` is when the line was first seen. */
export async function promptsOf<L extends StatementLine>(
  lines: readonly L[],
  since: (line: L) => string,
): Promise<Map<L, PromptRow>> {
  const keyed = lines.flatMap((line): [L, string][] =>
    /^\d{7}$/.test(line.account ?? "") ? [[line, KEY + line.account]] : [],
  );
  const rows = readable(PromptRow, await batchGet("payments", byId(new Set(keyed.map(([, id]) => id))))).rows;
  const byKey = new Map(rows.map((row) => [row.id, row]));
  const paid = keyed.flatMap(([line, id]): [L, PromptRow][] => {
    const row = byKey.get(id);
    return row && pays(line, row) && since(line) >= row.at ? [[line, row]] : [];
  });
  return new Map(paid);
}

function pays({ amount, method, phone = "", paid_on }: StatementLine, row: PromptRow): boolean {
  const payer = mobileKey(phone);
  // M-Pesa can hide the number.
  const isTheirs = payer === undefined || row.phone === undefined || payer === row.phone;
  const isLater = paid_on >= dayAt(Date.parse(row.at));
  return method === "mpesa" && toCents(amount) === row.cents && isTheirs && isLater;
}
