import { DUE_SOON_DAYS } from "../../shared/billing/renewal-state.ts";
import { type OwedAccount, openOnWire, sumsOnWire } from "../../shared/clients/owed.ts";
import { addDays, type Day } from "../../shared/day.ts";
import type { OwedPage } from "../../shared/list-page.ts";
import { invalidCursor } from "../../shared/text.ts";
import { changedSince } from "../platform/dynamo/changed-since.ts";
import { cursorOf, placeOf } from "../platform/dynamo/cursor.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import { OwingPlace, owingPage } from "./due-lists.ts";
import { openOf } from "./read-accounts.ts";
import { AccountRow } from "./rows.ts";

/** A page of the accounts that owe something, or of those that changed. The index may lag behind by a second. */
export async function owedPage({ since, cursor }: OwedPage, today: Day) {
  const { rows, ...page } =
    since === undefined ? await owedUntil(today, cursor) : await changedRows(since, cursor);
  return { accounts: await Promise.all(rows.map((row) => onWire(row, today))), today, ...page };
}

async function changedRows(since: string, cursor: string | undefined) {
  const { items, ...page } = await changedSince("accounts", since, cursor);
  return { ...readable(AccountRow, items), ...page };
}

async function owedUntil(today: Day, cursor: string | undefined) {
  const from = cursor === undefined ? undefined : placeOf(OwingPlace, cursor, invalidCursor);
  const { next, ...page } = await owingPage(addDays(today, DUE_SOON_DAYS), { from });
  return { ...page, cursor: next && cursorOf(next) };
}

async function onWire(row: AccountRow, today: Day): Promise<OwedAccount> {
  const { client_id, version, sample, credit = {}, promised_until: promise } = row;
  return {
    client_id,
    version,
    sample,
    ...openOnWire(await openOf(row), today),
    credit: sumsOnWire(credit),
    promise,
  };
}
