import * as z from "zod/mini";
import { Cents } from "../../shared/money.ts";
import type { announcedBy, Confirmed } from "../../shared/paybill/lines.ts";
import { Text } from "../../shared/text.ts";
import { getItem, isAbsent, table } from "../platform/dynamo/database.ts";
import { updateIf, updateItem } from "../platform/dynamo/update-if.ts";
import * as outbox from "../stores/outbox-store.ts";
import { type AnnouncedRow, announcedRow, paymentItem, readPaymentRow } from "./payment-row.ts";
import { allUnmatched } from "./unmatched-store.ts";

// Callbacks are kept beside the payments until M-Pesa has confirmed them, under their receipt code.

const announcedKey = (code: string): string => `announced#${code}`;
const place = (code: string) => ({ TableName: table("payments"), Key: { id: announcedKey(code) } });
const isAnnounced = "#state = :announced";
const values = { announced: "announced" };

/** Stores a callback once, with what follows. The first stays; that another one says another account is noted. */
export async function announce(
  announced: ReturnType<typeof announcedBy>,
  moment: { now: string; isKnownSource: boolean },
  following: outbox.Entry,
): Promise<void> {
  const { TableName, Key } = place(announced.code);
  const Item = paymentItem(announcedRow(Key.id, announced, moment));
  if (await outbox.tryTransactWith([{ Put: { TableName, Item, ...isAbsent() } }], [following])) return;
  await updateIf(
    { TableName, Key },
    {
      set: { disputed: true },
      onlyIf: `${isAnnounced} AND #account <> :account`,
      values: { ...values, account: announced.account },
    },
  );
  await outbox.add(following);
}

/** Undefined if it was not announced, or is confirmed. */
export async function readAnnounced(code: string): Promise<AnnouncedRow | undefined> {
  const item = await getItem("payments", place(code).Key);
  const row = item?.state === undefined ? undefined : readPaymentRow(item);
  return row?.state === "announced" ? row : undefined;
}

/** All that M-Pesa has not confirmed yet. */
export const allAnnounced = async (): Promise<AnnouncedRow[]> =>
  (await Array.fromAsync(allUnmatched(["announced"]))).filter((row) => row.state === "announced");

/** A result of this query counts from now on. */
export const saveQuery = (code: string, conversation: string): Promise<boolean> =>
  updateIf(place(code), { add: { conversations: new Set([conversation]) }, onlyIf: isAnnounced, values });

const Result = z.object({ conversation: z.string(), cents: Cents, payer: Text, phone: Text });

/** The limit stops forged results from growing the row. */
const MAX_RESULTS = 20;

/** Keeps the result of a query, with what follows. It can come before the query's own answer, and callbacks that come twice are queried twice. */
export const saveResult = (
  { code, cents, payer, phone }: Confirmed,
  conversation: string,
  following: outbox.Entry,
): Promise<boolean> =>
  outbox.tryTransactWith(
    [
      updateItem(place(code), {
        add: { results: new Set([JSON.stringify({ conversation, cents, payer, phone })]) },
        onlyIf: `${isAnnounced} AND (attribute_not_exists(#results) OR size(#results) < :max)`,
        values: { ...values, max: MAX_RESULTS },
      }),
    ],
    [following],
  );

/** M-Pesa's own answer to one of our queries. */
export const confirmedIn = ({ results = new Set(), conversations }: AnnouncedRow) =>
  [...results]
    .map((text) => Result.parse(JSON.parse(text)))
    .find(({ conversation }) => conversations?.has(conversation));

/** Clears an announced payment that is booked, or too old to be booked. */
export const settle = (code: string, now: string): Promise<boolean> =>
  updateIf(place(code), {
    set: { settled_at: now },
    remove: [
      "state",
      "unassigned",
      "paid_on",
      "cents",
      "account",
      "payer",
      "disputed",
      "unknown_source",
      "conversations",
      "results",
    ],
    onlyIf: isAnnounced,
    values,
  });
