import { type DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { LAST_NUMBERS } from "../../lambdas/ledger/last-numbers.ts";
import { counterRowNames } from "../../lambdas/platform/dynamo/counters.ts";
import { omit } from "../../shared/omit.ts";
import { type Table, type TableName, tables } from "../../shared/tables.ts";
import { lineOf, type Row } from "../data/digest.ts";
import type { TableMap } from "../data/tables.ts";
import { policies } from "./policies.ts";

/** A row that differs from the moment. Without `current` it is missing, without `restored` it was added since. */
export type Change = { name: TableName; id: string; owner: string; current?: Row; restored?: Row };

export type Comparison = {
  counts: { name: TableName; current: number; restored: number }[];
  /** The rows that a restore puts back. */
  changes: Change[];
  /** The rows that differ, and stay as they are. */
  kept: Change[];
  /** The current account of each client. */
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
    comparison.counts.push({ name, current: rows.size, restored: restoredRows.size });
    for (const id of new Set([...rows.keys(), ...restoredRows.keys()])) {
      const [row, restoredRow] = [rows.get(id), restoredRows.get(id)];
      const remaining = restoredRow && leftOf(name, restoredRow);
      if (row && remaining && isSame(row, remaining)) continue;
      const owner = remaining?.client_id?.S ?? row?.client_id?.S ?? id;
      const change = changeOf({ name, id, owner }, row, remaining);
      if (only && !only.has(owner) && !only.has(id.split(" ")[0] ?? "")) comparison.kept.push(change);
      else if (isPutBack(change, { hadAccount: restoredAccounts.has(owner), erased }))
        comparison.changes.push(change);
      else if (row || remaining) comparison.kept.push(change);
    }
  }
  return comparison;
}

/** A change without the rows that do not exist. */
export const changeOf = (
  key: Pick<Change, "name" | "id" | "owner">,
  current: Row | undefined,
  restored: Row | undefined,
): Change => ({ ...key, ...(current && { current }), ...(restored && { restored }) });

function isPutBack(
  { name, id, owner, current, restored }: Change,
  { hadAccount, erased }: { hadAccount: boolean; erased: ReadonlySet<string> },
) {
  if (name === "settings" && counterRowNames.includes(id)) return false;
  if (name === "lookups" && !/^(reference|erased)#/.test(id)) return false;
  const hasExpired = Number(restored?.expires_at?.N ?? Number.POSITIVE_INFINITY) * 1_000 < Date.now();
  // Erasing a client waives what is open.
  const wasWaived = erased.has(owner) && restored?.state?.S === "open";
  // Restoring raises the last numbers instead.
  if (name === "papers" && id === LAST_NUMBERS) return false;
  if (!current) return restored !== undefined && !hasExpired && !wasWaived;
  // A receipt's number is never given twice.
  if (name === "settings" && id.startsWith("receipts-")) return false;
  // Erased, deleted or removed since.
  if (current.erased_at || current.deleted_at || current.removed_at || erased.has(owner)) return false;
  if (policies[name] === "exact") return hadAccount;
  return policies[name] === "replace" && restored !== undefined;
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
