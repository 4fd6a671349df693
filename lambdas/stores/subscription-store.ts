import * as z from "zod/mini";
import type { Charge } from "../../shared/billing/account.ts";
import { withOpen } from "../../shared/billing/open-charges.ts";
import { Day } from "../../shared/day.ts";
import type { ListPage } from "../../shared/list-page.ts";
import { Cents, Currency, fromCents } from "../../shared/money.ts";
import { omit } from "../../shared/omit.ts";
import { Subscription } from "../../shared/subscriptions/subscription.ts";
import { Id } from "../../shared/text.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { stamped } from "../platform/dynamo/changed-since.ts";
import {
  getItem,
  isAbsent,
  isUnchanged,
  queryAll,
  queryPages,
  type TransactItem,
  table,
} from "../platform/dynamo/database.ts";
import { read, readable } from "../platform/dynamo/read-rows.ts";
import { scanSamples } from "../platform/dynamo/scan-samples.ts";
import { listPage } from "../platform/http/list-page.ts";
import * as activity from "./activity-store.ts";

/**
 * As stored: money in cents, and the digest of the request that created it, if the request had an id. lambdas/ledger writes what follows from
 * the charges, in the same transaction with them: `next_billing_date`; `next_charge`, the due day of the next charge to
 * write; and `charged_before`, the periods that former clients were charged. What is owed is in the account.
 */
export const Row = z.extend(
  z.omit(Subscription, {
    amount: true,
    paid: true,
    open: true,
    on_hold: true,
    account_version: true,
    former: true,
    next_price: true,
  }),
  {
    amount_cents: Cents,
    next_price: z.optional(
      z.object({ cents: Cents, from: Day, change: z.optional(Id), told_on: z.optional(Day) }),
    ),
    currency: z._default(Currency, "USD"),
    next_billing_date: Day,
    billing_anchor: Day,
    billing_day: z.optional(z.int()),
    next_charge: z.optional(Day),
    charged_before: z.optional(z.array(Day)),
    paused_on: z.optional(Day),
    made_from: z.optional(z.string()),
  },
);
export type Row = z.output<typeof Row>;

/** A subscription with its open charges, also those on hold, oldest first. */
export type OwingRow = Row & {
  open: readonly Charge[];
  account_version?: number;
  /** Another client has it now: this is what its former client still owes of it. */
  former?: true;
};

/** Without what is owed of it. */
export const fromRow = ({ amount_cents, next_price, ...row }: Row): Subscription => ({
  ...omit(row, "billing_day", "next_charge", "charged_before", "paused_on", "made_from"),
  amount: fromCents(amount_cents),
  ...(next_price && { next_price: { ...omit(next_price, "cents"), amount: fromCents(next_price.cents) } }),
});

export const fromOwing = ({ open, ...row }: OwingRow): Subscription => withOpen(fromRow(row), open);

/** The part payments of the period that is due, as in responses. */
export const paidOf = ({ paid_cents }: { paid_cents?: number | undefined }) =>
  paid_cents ? { paid: fromCents(paid_cents) } : {};

export async function list(page: ListPage) {
  const { items, ...next } = await listPage("subscriptions", page);
  const { rows, ...unreadable } = readable(Row, items);
  return { subscriptions: rows.map(fromRow), ...unreadable, ...next };
}

export async function get(id: string): Promise<Row | undefined> {
  const item = await getItem("subscriptions", { id });
  return item && read(Row, item);
}

/** The subscriptions with these ids that exist and can be read, by id. */
export async function getMany(ids: Iterable<string>): Promise<Map<string, Row>> {
  const { rows } = readable(Row, await batchGet("subscriptions", byId(ids)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** A client's subscriptions, oldest first. */
export async function ofClient(client_id: string): Promise<{ rows: Row[]; unreadable?: number }> {
  const items = await queryAll("subscriptions", {
    IndexName: "by-client",
    KeyConditionExpression: "client_id = :client",
    ExpressionAttributeValues: { ":client": client_id },
  });
  const { rows, ...unreadable } = readable(Row, items);
  return { rows: rows.sort((a, b) => (a.created_at < b.created_at ? -1 : 1)), ...unreadable };
}

export const samples = () => scanSamples("subscriptions", Row);

/** The transaction items that record a change of a subscription. */
export const recordOf = (before: Row, after: Row, context: ChangeContext): TransactItem[] =>
  activity.changeRecords("subscription-changed", aboutOf(after), fromRow(before), fromRow(after), context);

/** The client and subscription of an activity record. */
export const aboutOf = ({ id, client_id }: Pick<Row, "id" | "client_id">) => ({
  subject: client_id,
  subscription_id: id,
});

/** Puts a subscription into the index of what is agreed for a day to come. */
function agreedKeys({ next_price, ends_on, status, sample }: Row) {
  const [agreed_on] = [next_price?.from, status === "inactive" ? undefined : ends_on]
    .filter((day) => day !== undefined)
    .sort();
  return agreed_on && { agreed: sample ? "sample" : "real", agreed_on };
}

const stored = (row: Row) => stamped({ ...row, ...agreedKeys(row) });

/** The ids of the subscriptions with a price or an end to come until a day, the first first, at most `most`. */
export async function agreedUntil(listed: "real" | "sample", last: Day, most: number): Promise<string[]> {
  const pages = queryPages("subscriptions", {
    IndexName: "by-agreed",
    KeyConditionExpression: "agreed = :listed AND agreed_on <= :last",
    ExpressionAttributeValues: { ":listed": listed, ":last": last },
    Limit: most,
  });
  const ids: string[] = [];
  for await (const page of pages) {
    ids.push(...page.map(({ id }) => String(id)));
    if (ids.length >= most) break;
  }
  return ids.slice(0, most);
}

/** The transaction item that stores a new subscription. */
export const insert = (row: Row): TransactItem => ({
  Put: { TableName: table("subscriptions"), Item: stored(row), ...isAbsent() },
});

/** The transaction item that replaces a subscription, if its version is still that of `before`. */
export const replace = (before: Row, after: Row): TransactItem => ({
  Put: { TableName: table("subscriptions"), Item: stored(after), ...isUnchanged(before) },
});

/** The transaction item that deletes a subscription, if its version has not changed. It needs a `removalMark`. */
export const deletion = (row: Row): TransactItem => ({
  Delete: { TableName: table("subscriptions"), Key: { id: row.id }, ...isUnchanged(row) },
});
