import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Day } from "../../shared/day.ts";
import type { Currency } from "../../shared/money.ts";
import { KeyPart } from "../platform/dynamo/cursor.ts";
import { database, queryAll, queryPages, table } from "../platform/dynamo/database.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import { AccountRow, ChargeRow, type Listed, writingShards } from "./rows.ts";

// Lists over all clients. They come from indexes, which lag behind by less than a second.

/** The charges that are asked for and due between two days, earliest first, at most `most`. */
export async function chargesDue(
  listed: Listed,
  { from, until, most = Number.POSITIVE_INFINITY }: { from: Day; until: Day; most?: number | undefined },
): Promise<{ rows: ChargeRow[]; unreadable?: number }> {
  const pages = queryPages("charges", {
    IndexName: "by-due",
    KeyConditionExpression: "asked_for = :listed AND due BETWEEN :from AND :until",
    ExpressionAttributeValues: { ":listed": listed, ":from": from, ":until": until },
    ...(Number.isFinite(most) && { Limit: most }),
  });
  const items: Record<string, unknown>[] = [];
  for await (const page of pages) {
    items.push(...page);
    if (items.length >= most) break;
  }
  return readable(ChargeRow, items.slice(0, most));
}

/** The clients with something to write by today, or with credit for a charge that is due until `creditUntil`. */
export async function accountsBehind(today: Day, creditUntil: Day): Promise<string[]> {
  const pages = await Promise.all([
    ...writingShards.map((shard) =>
      queryAll("accounts", {
        IndexName: "by-writing",
        KeyConditionExpression: "writes = :shard AND writes_on <= :today",
        ExpressionAttributeValues: { ":shard": shard, ":today": today },
      }),
    ),
    queryAll("accounts", {
      IndexName: "by-credit",
      KeyConditionExpression: "with_credit = :yes AND credit_for <= :until",
      ExpressionAttributeValues: { ":yes": "yes", ":until": creditUntil },
    }),
  ]);
  return [...new Set(pages.flat().map(({ client_id }) => String(client_id)))];
}

export const OwingPlace = z.object({ owing: z.literal("real"), owing_from: Day, client_id: KeyPart });
export type OwingPlace = z.output<typeof OwingPlace>;

/** One page of the accounts with open charges due until a day. The last page also has all samples, which are few. */
export async function owingPage(
  last: Day,
  { from, limit }: { from?: OwingPlace | undefined; limit?: number },
): Promise<{ rows: AccountRow[]; unreadable?: number; next: OwingPlace | undefined }> {
  const query = (listed: Listed) => ({
    IndexName: "by-owing",
    KeyConditionExpression: "owing = :listed AND owing_from <= :last",
    ExpressionAttributeValues: { ":listed": listed, ":last": last },
  });
  const { Items = [], LastEvaluatedKey } = await database.send(
    new QueryCommand({
      TableName: table("accounts"),
      ...query("real"),
      Limit: limit,
      ExclusiveStartKey: from,
    }),
  );
  const next = LastEvaluatedKey && OwingPlace.parse(LastEvaluatedKey);
  const samples = next ? [] : await queryAll("accounts", query("sample"));
  return { ...readable(AccountRow, [...Items, ...samples]), next };
}

/** One page of the accounts with a debt in a currency, the largest first. */
export async function debtors(
  listed: Listed,
  currency: Currency,
  { limit, from }: { limit: number; from?: Record<string, unknown> | undefined },
): Promise<{ rows: AccountRow[]; next?: Record<string, unknown> | undefined }> {
  const { Items, LastEvaluatedKey } = await database.send(
    new QueryCommand({
      TableName: table("accounts"),
      IndexName: currency === "USD" ? "by-debt-usd" : "by-debt-kes",
      KeyConditionExpression: "in_debt = :listed",
      ExpressionAttributeValues: { ":listed": listed },
      ScanIndexForward: false,
      Limit: limit,
      ExclusiveStartKey: from,
    }),
  );
  return { rows: readable(AccountRow, Items).rows, next: LastEvaluatedKey };
}

/** The cents by which the account is in the list of a currency. */
export const listedDebt = ({ debt_usd, debt_kes }: AccountRow, currency: Currency): number =>
  Number((currency === "USD" ? debt_usd : debt_kes) ?? 0);

/** The accounts whose promised day has come, earliest first, at most `most`. */
export async function promisesDue(listed: Listed, today: Day, most: number): Promise<AccountRow[]> {
  const { Items } = await database.send(
    new QueryCommand({
      TableName: table("accounts"),
      IndexName: "by-promise",
      KeyConditionExpression: "in_debt = :listed AND promised_until <= :today",
      ExpressionAttributeValues: { ":listed": listed, ":today": today },
      Limit: most,
    }),
  );
  return readable(AccountRow, Items).rows;
}
