import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { DUE_SOON_DAYS } from "../../shared/billing/renewal-state.ts";
import { type OwedAccount, openOnWire, sumsOnWire } from "../../shared/clients/owed.ts";
import { addDays, Day } from "../../shared/day.ts";
import type { OwedPage } from "../../shared/list-page.ts";
import { invalidCursor } from "../../shared/text.ts";
import { changedSince } from "../platform/dynamo/changes.ts";
import { cursorOf, KeyPart, placeOf } from "../platform/dynamo/cursor.ts";
import { database, queryAll, table } from "../platform/dynamo/database.ts";
import { readable } from "../platform/dynamo/rows.ts";
import { openOf } from "./read-accounts.ts";
import { AccountRow, type Listed } from "./rows.ts";

const Place = z.object({ owing: z.literal("real"), owing_from: Day, client_id: KeyPart });

/** A page of the accounts that owe something, or of those that changed. The index may lag behind by a second. */
export async function owedPage({ since, cursor }: OwedPage, today: Day) {
  const { items, ...page } =
    since === undefined ? await owedUntil(today, cursor) : await changedSince("accounts", since, cursor);
  const { rows, ...left } = readable(AccountRow, items);
  return { accounts: await Promise.all(rows.map((row) => onWire(row, today))), today, ...left, ...page };
}

/** The first page also has all samples, which are few. */
async function owedUntil(today: Day, cursor: string | undefined) {
  const query = (listed: Listed) => ({
    IndexName: "by-owing",
    KeyConditionExpression: "owing = :listed AND owing_from <= :last",
    ExpressionAttributeValues: { ":listed": listed, ":last": addDays(today, DUE_SOON_DAYS) },
  });
  const [{ Items = [], LastEvaluatedKey }, samples] = await Promise.all([
    database.send(
      new QueryCommand({
        TableName: table("accounts"),
        ...query("real"),
        ExclusiveStartKey: cursor === undefined ? undefined : placeOf(Place, cursor, invalidCursor),
      }),
    ),
    cursor === undefined ? queryAll("accounts", query("sample")) : [],
  ]);
  return {
    items: [...Items, ...samples],
    cursor: LastEvaluatedKey && cursorOf(Place.parse(LastEvaluatedKey)),
  };
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
