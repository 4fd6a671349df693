import type { Table } from "dynalite/db/index.js";
import { AwsError } from "../aws-error.ts";
import { openTableData, type TableData, tableEntry } from "./data.ts";
import { type Gate, gate } from "./gate.ts";
import { type ItemLocks, itemLocks } from "./item-locks.ts";

export type TimeToLive = { AttributeName: string; Enabled: boolean };

/** What is kept of a table: what DescribeTable answers, and the setting that has a call of its own. */
export type StoredTable = { description: Table; timeToLive?: TimeToLive };

export type Database = {
  data: TableData;
  tables: Map<string, StoredTable>;
  locks: ItemLocks;
  gate: Gate;
  /** Client request tokens of the transactions under way. */
  tokensInProgress: Set<string>;
  /** Milliseconds since the epoch. */
  now: () => number;
};

export async function openDatabase(directory: string | undefined, now: () => number): Promise<Database> {
  const data = await openTableData(directory);
  const tables = new Map<string, StoredTable>();
  for await (const [name, stored] of data.entries(tableEntry(""))) tables.set(name, stored as StoredTable);
  return { data, tables, locks: itemLocks(), gate: gate(), tokensInProgress: new Set(), now };
}

/** The table that an item is to be read from or written to. Throws ResourceNotFoundException. */
export function tableOf(database: Database, name: string): Table {
  const stored = database.tables.get(name);
  if (!stored) throw new AwsError("ResourceNotFoundException", "Requested resource not found");
  return stored.description;
}
