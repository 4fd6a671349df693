import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { EverythingPage } from "../../shared/clients.ts";
import { noSuchPage } from "../../shared/text.ts";
import * as activity from "../activity/store.ts";
import { cursorOf, placeOf } from "../cursor.ts";
import { database, table, transact } from "../database.ts";
import { Invalid } from "../errors.ts";
import * as messages from "../messages/store.ts";
import type { Occasion } from "../occasion.ts";
import * as payments from "../payments/store.ts";
import * as reminders from "../reminders/store.ts";
import * as renewals from "../renewals/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { addressesOf } from "./addresses.ts";
import { clientOf } from "./page.ts";
import * as store from "./store.ts";

/** An answer has room for so many at the least: the largest of a message is 6 KB, and Lambda gives 6 MB. */
const most = 500;

const Place = z.object({
  /** The record of who took it: who skips the first page has none. */
  record: z.string().check(z.regex(/^[\dT:.Z-]{20,30}#[\da-f]{8}$/)),
  part: z.enum(["payments", "emails", "messages", "activity"]),
  /** Where the part goes on: in a list that is read anew, or from an instant back. */
  index: z.int().check(z.minimum(0)),
  until: z.optional(z.iso.datetime()),
});
type Place = z.output<typeof Place>;
type Read = { page: EverythingPage; next?: Pick<Place, "index" | "until"> };

const parts = Place.shape.part.options;

/** One page of all that is kept of a client. */
export async function everythingOf(
  id: string,
  cursor: string | undefined,
  occasion: Occasion,
): Promise<EverythingPage> {
  const client = await clientOf(id);
  if (cursor === undefined) {
    const sold = await subscriptions.ofClient(id);
    const lines = await payments.waitingOf(client);
    const record = await recorded(id, occasion);
    return {
      client: store.fromRow(client),
      subscriptions: sold.rows.map(subscriptions.fromRow),
      statement_lines: lines.map(({ key: _, ...line }) => line),
      ...(sold.unreadable && { unreadable: sold.unreadable }),
      cursor: cursorOf({ record, part: "payments", index: 0 } satisfies Place),
    };
  }
  const place = placeOf(Place, cursor, noSuchPage);
  if (!(await isOnRecord(id, place.record))) throw new Invalid(noSuchPage);
  const { page, next } = await read[place.part](client, place);
  const { record, part } = place;
  const following = parts[parts.indexOf(part) + 1];
  const then = next ? { record, part, ...next } : following && { record, part: following, index: 0 };
  return { ...page, ...(then && { cursor: cursorOf(then satisfies Place) }) };
}

const read: Record<Place["part"], (client: store.Row, place: Place) => Promise<Read>> = {
  async payments({ id }, { index }) {
    const { rows: sold } = await subscriptions.ofClient(id);
    const found: renewals.Row[] = [];
    let unreadable = 0;
    let at = index;
    for (; at < sold.length && found.length < most; at += 1) {
      const list = await renewals.list(sold[at]?.id ?? "");
      found.push(...list.rows);
      unreadable += list.unreadable ?? 0;
    }
    return {
      page: { payments: found.map(renewals.fromRow), ...(unreadable > 0 && { unreadable }) },
      ...(at < sold.length && { next: { index: at } }),
    };
  },
  emails: async ({ id }, { until }) => {
    const { found, ...left } = await stretches(until, async (until) => {
      const { reminders: found, ...rest } = await reminders.ofClient(id, until);
      return { found: found.map(({ id: _, ...reminder }) => reminder), ...rest };
    });
    return { page: { emails: found, ...left.unread }, ...left.goesOn(0) };
  },
  async messages({ email }, { index, until }) {
    const addresses = addressesOf(email);
    const address = addresses[index];
    if (address === undefined) return { page: { messages: [] } };
    const { found, ...left } = await stretches(until, (until) => messages.ofAddress(address, until));
    const other = index + 1 < addresses.length ? { next: { index: index + 1 } } : {};
    return { page: { messages: found, ...left.unread }, ...other, ...left.goesOn(index) };
  },
  activity: async ({ id }, { until }) => {
    const { found, ...left } = await stretches(until, async (until) => {
      const { entries: found, ...rest } = await activity.ofSubject(id, until, { payments: true });
      return { found, ...rest };
    });
    return { page: { activity: found, ...left.unread }, ...left.goesOn(0) };
  },
};

type Stretch<T> = { found: T[]; unreadable?: number | undefined; horizon?: string | undefined };

/** As many stretches of a list, each newest first, as an answer has room for. */
async function stretches<T>(
  from: string | undefined,
  stretch: (until: string | undefined) => Promise<Stretch<T>>,
) {
  const found: T[] = [];
  let unreadable = 0;
  let until = from;
  do {
    const some = await stretch(until);
    found.push(...some.found);
    unreadable += some.unreadable ?? 0;
    until = some.horizon;
  } while (until !== undefined && found.length < most);
  return {
    found,
    unread: unreadable > 0 ? { unreadable } : {},
    goesOn: (index: number) => (until === undefined ? {} : { next: { index, until } }),
  };
}

/** Leaves the record of who took it, and gives its place. */
async function recorded(subject: string, occasion: Occasion): Promise<string> {
  const record = activity.happened("client-exported", { subject }, occasion);
  await transact([record]);
  return String(record.Put?.Item?.at);
}

async function isOnRecord(subject: string, at: string): Promise<boolean> {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("activity"), Key: { subject, at }, ConsistentRead: true }),
  );
  return Item?.kind === "client-exported";
}
