import type { BackupClient } from "@aws-sdk/client-backup";
import {
  DeleteTableCommand,
  type DynamoDBClient,
  type Tag,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import type { Client } from "../../shared/clients/client.ts";
import { erasedClient } from "../../shared/clients/erased.ts";
import { dayAt } from "../../shared/day.ts";
import type { TableName } from "../../shared/tables.ts";
import { erasedSince, withoutErased } from "../data/erased-clients.ts";
import { paperProblems, papersIn, raiseLastNumbers } from "../data/papers.ts";
import { recount } from "../data/recount.ts";
import type { TableMap } from "../data/tables.ts";
import { asInvoiced } from "./as-invoiced.ts";
import { type Change, type Comparison, compare, rowsOf } from "./compare.ts";
import { putBack } from "./put-back.ts";
import { describe, restoredName, restoreToMoment, untilReady, type Vault } from "./sources.ts";

export type Place = {
  client: DynamoDBClient;
  backup: BackupClient;
  stack: string;
  tableNames: TableMap;
  /** The stack's, which CloudFormation gave to each table. */
  tags: Tag[];
  vaults: Vault[];
  ask(question: string): Promise<boolean>;
  log(line: string): void;
};

type Options = {
  only?: ReadonlySet<string> | undefined;
  /** The tables to restore from, where they are not the state of a point in time. */
  sources?: Partial<TableMap>;
};

/**
 * Restores tables as they were at a moment into second tables, shows what differs, asks, and puts rows back. Each row is put
 * back only if it is as it was compared, so an interrupted or refused run is completed by the next.
 * @throws Error when a table is deleted, cannot be restored to the moment, or was changed meanwhile
 */
export async function restoreRows(
  place: Place,
  names: TableName[],
  moment: Date,
  { only, sources = {} }: Options = {},
) {
  const { client, tableNames, ask, log } = place;
  for (const name of names)
    if (!(await describe(client, tableNames[name])))
      throw new Error(`The table of ${name} is deleted. First: npm run restore -- --stage … --deleted`);
  const { ids: erased, otherErasures } = await erasedSince(client, tableNames, moment.toISOString());
  const restored: Partial<TableMap> = { ...sources };
  // The clients' rows have what names the people who were erased since.
  for (const name of new Set([...names, ...(erased.size > 0 ? ["clients" as const] : [])]))
    restored[name] ??= await restoreToMoment(client, tableNames[name], moment);
  log(`Restoring ${Object.keys(restored).join(", ")} as of ${moment.toISOString()}: minutes to hours.`);
  const seconds = Object.values(restored);
  await Promise.all(seconds.map((table) => untilReady(client, table)));

  const clientsThen = restored.clients ? await rowsOf(client, restored.clients, "clients") : new Map();
  const people = [...clientsThen.values()].filter(({ id }) => erased.has(id.S));
  const compared = Object.fromEntries(names.map((name) => [name, restored[name]]));
  const paperTables = [tableNames.papers, ...(restored.papers ? [restored.papers] : [])];
  const remaining = withoutErased(erased, people);
  const invoiced = asInvoiced(names.includes("charges") ? await papersIn(client, paperTables) : []);
  const leftOf: typeof remaining = (name, row) => {
    const left = remaining(name, row);
    return left && invoiced(name, left);
  };
  const options = { leftOf, erased, only };
  const comparison = await compare(client, tableNames, compared, options);
  for (const line of linesOf(comparison)) log(line);
  const { changes } = comparison;
  if (changes.length > 0 && !(await ask(`Write these ${changes.length} rows?`))) {
    log("Nothing was changed. The restored tables stay for the next run; --discard deletes them.");
    return;
  }
  if (restored.papers) await raiseLastNumbers(client, tableNames.papers, paperTables);
  const refused = await putBack(place, comparison);
  if (names.includes("clients"))
    await putErased(
      place,
      [...erased].filter((id) => clientsThen.has(id) && (only?.has(id) ?? true)),
      restored.clients,
    );
  await finish(place, changes);
  if (refused > 0)
    throw new Error(
      `${refused} rows were changed meanwhile and stay as they are. Run the same command again.`,
    );
  if (otherErasures > 0)
    log(
      `${otherErasures} erasures under People since then: erase these people again, if rows of theirs are back.`,
    );
  const second = seconds.filter((table) => !Object.values(tableNames).includes(table));
  for (const TableName of second) await client.send(new DeleteTableCommand({ TableName }));
}

/** Deletes the second tables of a moment. */
export async function discard(
  { client, tableNames, log }: Place,
  names: TableName[],
  moment: Date,
): Promise<void> {
  for (const name of new Set<TableName>([...names, "clients"])) {
    const TableName = restoredName(tableNames[name], moment);
    if (!(await describe(client, TableName))) continue;
    await client.send(new DeleteTableCommand({ TableName }));
    log(`${TableName} is deleted.`);
  }
}

const MOST_IDS = 20;

/** Counts, and ids without personal data. */
function* linesOf({ counts, changes, kept }: Comparison): Generator<string> {
  const idsOf = (rows: Change[]) =>
    rows
      .slice(0, MOST_IDS)
      .map(({ id }) => id)
      .join(", ") + (rows.length > MOST_IDS ? ", …" : "");
  for (const { name, current, restored } of counts) {
    yield `${name}: ${restored} rows then, ${current} now`;
    const ownChanges = changes.filter((change) => change.name === name);
    const kinds: [string, Change[]][] = [
      ["missing, put back", ownChanges.filter((change) => !change.current)],
      ["changed, put back", ownChanges.filter((change) => change.current && change.restored)],
      ["added since, removed", ownChanges.filter((change) => !change.restored)],
      ["different, kept", kept.filter((change) => change.name === name)],
    ];
    for (const [kind, rows] of kinds)
      if (rows.length > 0) yield `  ${rows.length} ${kind}${name === "lookups" ? "" : `: ${idsOf(rows)}`}`;
  }
}

/** Counts again what is derived from the rows, and makes open lists load again what was removed. */
export async function finish({ client, tableNames, log }: Place, changes: readonly Change[]): Promise<void> {
  if (changes.some(({ name, restored }) => name === "subscriptions" && !restored))
    await client.send(
      new UpdateItemCommand({
        TableName: tableNames.settings,
        Key: { name: { S: "removals" } },
        UpdateExpression: "SET subscriptions = :now",
        ExpressionAttributeValues: { ":now": { S: new Date().toISOString() } },
      }),
    );
  const corrected = await recount(client, tableNames, dayAt(Date.now()));
  log(corrected.length > 0 ? `Counted again: ${corrected.join("; ")}` : "All sums agree with the rows.");
  for (const problem of await paperProblems(client, tableNames)) log(`Look at this: ${problem}`);
}

/** Puts erased clients that are missing, or not erased, into the table of clients, without what names them. */
export async function putErased(
  { client, tableNames }: Place,
  ids: readonly string[],
  from = tableNames.clients,
) {
  const database = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  const read = async (TableName: string, id: string) =>
    (await database.send(new GetCommand({ TableName, Key: { id }, ConsistentRead: true }))).Item;
  const TableName = tableNames.clients;
  for (const id of ids) {
    const [current, restored] = [await read(TableName, id), await read(from, id)];
    if (current?.erased_at || !restored) continue;
    const erased = restored.erased_at ? restored : erasedClient(restored as Client, new Date().toISOString());
    const { in_list, changed_at } = restored;
    await database.send(new PutCommand({ TableName, Item: { ...erased, in_list, changed_at } }));
  }
}
