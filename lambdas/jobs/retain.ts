import type { Context } from "aws-lambda";
import { type Day, dayAt } from "../../shared/day.ts";
import { expiresAt, keptSince, type RetainedTable } from "../../shared/retention.ts";
import { retentionMonths } from "../../shared/settings/settings.ts";
import { type Table, tables } from "../../shared/tables.ts";
import { clearPromise } from "../ledger/account-store.ts";
import { systemContext } from "../platform/change-context.ts";
import { queryPages } from "../platform/dynamo/database.ts";
import { setExpiry } from "../platform/dynamo/expiry.ts";
import { scanPage } from "../platform/dynamo/scan-page.ts";
import { logEvent } from "../platform/log.ts";
import { momentAt } from "../platform/moment.ts";
import { syncStaff } from "../staff/sync.ts";
import * as store from "../stores/retention-store.ts";
import * as settings from "../stores/settings-store.ts";

/** The attribute from which the period counts. In the activity, only entries with a day and an expiry expire: no notes. */
const dateOf: Record<RetainedTable, { instant: string; only?: string }> = {
  messages: { instant: "received_at" },
  reminders: { instant: "at" },
  activity: { instant: "at", only: "attribute_exists(expires_at) AND attribute_exists(#day)" },
  // Only those that nobody has.
  payments: { instant: "recorded_at", only: "attribute_exists(expires_at)" },
  // Rows that were not imported go with the texts of the file, after a month.
  imports: { instant: "at", only: "attribute_exists(#at)" },
};

/** Parallel writes that DynamoDB accepts on a table with little traffic. */
const CONCURRENCY = 25;
const PAGE_ROWS = 1_000;
/** A run stops when less time than this is left. */
const MARGIN_MS = 20_000;

/**
 * Once a day: sets the expiry of every row from Settings, and returns the number of changed rows. Then it
 * copies what was changed in the user pool itself to the table of staff.
 * The run saves its position, so Lambda's retry or the next day's run continues an interrupted run.
 * @throws when its time is nearly over, so that only a finished run counts as a success
 */
export async function handler(
  { scheduled_at }: { scheduled_at: string },
  { getRemainingTimeInMillis }: Pick<Context, "getRemainingTimeInMillis">,
): Promise<Record<RetainedTable, number>> {
  const startedAt = Date.now();
  const { now } = momentAt(Date.parse(scheduled_at));
  const isNearlyOver = () => getRemainingTimeInMillis() < MARGIN_MS;
  const months = retentionMonths(await settings.get());
  const start = await startOf(months);
  const { moved } = start;
  for (const name of store.keptTables.slice(store.keptTables.indexOf(start.table))) {
    let cursor = name === start.table ? start.cursor : undefined;
    do {
      await store.save({ months, table: name, moved, ...(cursor && { cursor }) });
      const page = await retainPage(name, months[name], cursor, isNearlyOver);
      if (isNearlyOver()) throw new Error("The time is nearly over: the next run continues from here.");
      moved[name] += page.moved;
      cursor = page.next;
    } while (cursor);
  }
  await removePromises(dayAt(keptSince(now, months.payments)));
  await syncStaff(systemContext(momentAt(Date.parse(now))));
  await store.finish(momentAt(Date.parse(now) + Date.now() - startedAt).now);
  logEvent("retained", moved);
  return moved;
}

/** The position where the last run stopped, unless Settings have changed since. */
async function startOf(months: Record<RetainedTable, number>): Promise<Omit<store.Position, "months">> {
  const { position: saved } = await store.read();
  return saved && store.keptTables.every((name) => saved.months[name] === months[name])
    ? saved
    : {
        table: store.keptTables[0],
        moved: { messages: 0, reminders: 0, activity: 0, payments: 0, imports: 0 },
      };
}

/** Removes promises to pay by a day before `first` that were not kept. */
async function removePromises(first: Day): Promise<void> {
  for (const in_debt of ["real", "sample"]) {
    const pages = queryPages("accounts", {
      IndexName: "by-promise",
      KeyConditionExpression: "in_debt = :in_debt AND promised_until < :first",
      ExpressionAttributeValues: { ":in_debt": in_debt, ":first": first },
    });
    for await (const accounts of pages)
      for (const { client_id, promised_until } of accounts)
        await clearPromise(String(client_id), String(promised_until));
  }
}

async function retainPage(
  name: RetainedTable,
  months: number,
  cursor: Record<string, unknown> | undefined,
  isNearlyOver: () => boolean,
): Promise<{ moved: number; next: Record<string, unknown> | undefined }> {
  const { instant, only } = dateOf[name];
  const { partition, sort = partition }: Table = tables[name];
  const keys = [...new Set([partition, sort])];
  const { items, next } = await scanPage(name, cursor, {
    Limit: PAGE_ROWS,
    ...(only && { FilterExpression: only }),
    ProjectionExpression: [...new Set([...keys, instant])]
      .map((key) => `#${key}`)
      .join()
      .concat(", expires_at"),
    ExpressionAttributeNames: Object.fromEntries(
      [...keys, instant, ...(only?.includes("#day") ? ["day"] : [])].map((key) => [`#${key}`, key]),
    ),
  });
  let moved = 0;
  const rows = items.values();
  const work = async () => {
    for (const row of rows) {
      if (isNearlyOver()) return;
      const expires_at = expiresAt(name, String(row[instant]).split("#", 1)[0] ?? "", months);
      if (Number.isNaN(expires_at) || expires_at === row.expires_at) continue;
      const key = Object.fromEntries(keys.map((key) => [key, row[key]]));
      if (await setExpiry(name, key, expires_at, [instant, row[instant]])) moved += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return { moved, next };
}
