import { type DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { counterRowNames } from "../../lambdas/platform/dynamo/counters.ts";
import { omit } from "../../shared/omit.ts";
import { type Table, type TableName, tables } from "../../shared/tables.ts";
import { lineOf, type Row } from "../data/digest.ts";
import type { TableMap } from "../data/tables.ts";
import { policies } from "./policies.ts";

/** A row that differs from the moment. Without `now` it is missing, without `old` it was added since. */
export type Change = { name: TableName; id: string; owner: string; now?: Row; old?: Row };

export type Comparison = {
  counts: { name: TableName; now: number; old: number }[];
  /** The rows that a restore puts back. */
  changes: Change[];
  /** The rows that differ, and stay as they are. */
  kept: Change[];
  /** The account of each client now. */
  accounts: Map<string, Row>;
};

type Options = {
  /** The row without the data that was erased since. Undefined if the whole row was erased. */
  leftOf(name: TableName, row: Row): Row | undefined;
  erased: ReadonlySet<string>;
  /** Only these clients or rows. */
  only?: ReadonlySet<string> | undefined;
};

/** Compares tables with restored ones. */
export async function compare(
  client: DynamoDBClient,
  current: TableMap,
  restored: Partial<TableMap>,
  { leftOf, erased, only }: Options,
): Promise<Comparison> {
  const comparison: Comparison = { counts: [], changes: [], kept: [], accounts: new Map() };
  const names = Object.keys(restored) as TableName[];
  const read = async (name: TableName) =>
    [
      name,
      ...(await Promise.all([current, restored].map((map) => rowsOf(client, map[name] ?? "", name)))),
    ] as const;
  const all = await Promise.all(names.map(read));
  const [, accounts = new Map<string, Row>(), restoredAccounts = accounts] =
    all.find(([name]) => name === "accounts") ?? [];
  comparison.accounts = accounts;
  for (const [name, rows = new Map<string, Row>(), restoredRows = rows] of all) {
    comparison.counts.push({ name, now: rows.size, old: restoredRows.size });
    for (const id of new Set([...rows.keys(), ...restoredRows.keys()])) {
      const [now, restoredRow] = [rows.get(id), restoredRows.get(id)];
      const old = restoredRow && leftOf(name, restoredRow);
      if (now && old && isSame(now, old)) continue;
      const owner = old?.client_id?.S ?? now?.client_id?.S ?? id;
      const change: Change = { name, id, owner, ...(now && { now }), ...(old && { old }) };
      if (only && !only.has(owner) && !only.has(id.split(" ")[0] ?? "")) comparison.kept.push(change);
      else if (isPutBack(change, { hadAccount: restoredAccounts.has(owner), erased }))
        comparison.changes.push(change);
      else if (now || old) comparison.kept.push(change);
    }
  }
  return comparison;
}

function isPutBack(
  { name, id, owner, now, old }: Change,
  { hadAccount, erased }: { hadAccount: boolean; erased: ReadonlySet<string> },
) {
  if (name === "settings" && counterRowNames.includes(id)) return false;
  if (name === "lookups" && !/^(reference|erased)#/.test(id)) return false;
  const hasExpired = Number(old?.expires_at?.N ?? Number.POSITIVE_INFINITY) * 1_000 < Date.now();
  // Erasing a client waives what is open.
  const wasWaived = erased.has(owner) && old?.state?.S === "open";
  if (!now) return old !== undefined && !hasExpired && !wasWaived;
  // A receipt's number is never given twice.
  if (name === "settings" && id.startsWith("receipts-")) return false;
  // Erased, deleted or removed since.
  if (now.erased_at || now.deleted_at || now.removed_at || erased.has(owner)) return false;
  if (policies[name] === "exact") return hadAccount;
  return policies[name] === "replace" && old !== undefined;
}

export async function rowsOf(
  client: DynamoDBClient,
  TableName: string,
  name: TableName,
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  const { partition, sort }: Table = tables[name];
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    for (const row of Items)
      rows.set([partition, sort].flatMap((key) => row[key ?? ""]?.S ?? []).join(" "), row);
  return rows;
}

/** A row that was put back has another version. */
export const isSame = (a: Row, b: Row) => contentOf(a) === contentOf(b);
const contentOf = (row: Row) => lineOf(omit(row, "version", "changed_at"));
