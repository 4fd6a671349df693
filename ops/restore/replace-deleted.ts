import type { TableName } from "../../shared/tables.ts";
import { erasedSince, withoutErased } from "../data/erased-clients.ts";
import type { TableMap } from "../data/tables.ts";
import { type Change, changeOf, isSame, rowsOf } from "./compare.ts";
import { policies, RESTORED_TABLES, togetherWith } from "./policies.ts";
import { protect, protectFromDeletion } from "./protect.ts";
import { putBack } from "./put-back.ts";
import { finish, type Place, putErased, restoreRows } from "./restore.ts";
import {
  describe,
  recoveryPoints,
  restoreDeleted,
  restoredName,
  restoreFromVault,
  untilReady,
} from "./sources.ts";

/**
 * Restores every deleted table of the stage under its name, from the backup that DynamoDB made then or else from the vault;
 * sets its protection again, erases again who was erased since, and puts the tables that belong together back to that moment.
 * Repeated, it completes what was interrupted.
 */
export async function replaceDeleted(place: Place): Promise<void> {
  const { client, tableNames, ask, log } = place;
  const names = Object.keys(tableNames) as TableName[];
  const descriptions = await Promise.all(names.map((name) => describe(client, tableNames[name])));
  const deleted = names.filter((_, at) => !descriptions[at]);
  if (deleted.length > 0 && !(await ask(`Restore the deleted tables ${deleted.join(", ")}?`)))
    throw new Error("Nothing was changed.");
  const moments = await restoreAll(place, deleted);
  for (const [at, name] of names.entries()) {
    const { RestoreSummary, DeletionProtectionEnabled } = descriptions[at] ?? {};
    if (RestoreSummary?.RestoreDateTime && !DeletionProtectionEnabled)
      moments.set(name, RestoreSummary.RestoreDateTime);
    await untilReady(client, tableNames[name]);
    const set = await protect(client, name, tableNames[name], place.tags);
    if (set.length > 0) log(`${name}: set again: ${set.join(", ")}`);
  }
  if (moments.size > 0) await reconcile(place, moments);
  for (const name of names) await protectFromDeletion(client, tableNames[name]);
  log("No table is deleted, and all are protected.");
}

/** Starts all, then waits for what AWS Backup restores. Returns the moment of each. */
async function restoreAll(
  { client, backup, stack, tableNames, vaults }: Place,
  deleted: readonly TableName[],
) {
  const moments = new Map<TableName, Date>();
  for (const name of deleted) {
    const at = await restoreDeleted(client, tableNames[name]);
    if (at) moments.set(name, at);
  }
  const unrecovered = deleted.filter((name) => !moments.has(name));
  const points = unrecovered.length > 0 ? await recoveryPoints(backup, vaults, stack, new Date()) : new Map();
  for (const name of unrecovered)
    if (!points.has(name)) throw new Error(`Neither DynamoDB nor the vault has a backup of ${name}.`);
  for (const name of unrecovered) moments.set(name, points.get(name).at);
  await Promise.all(unrecovered.map((name) => restoreFromVault(backup, points.get(name), tableNames[name])));
  return moments;
}

/** Erases again, and puts the tables that belong together back to the moment of their oldest backup. */
async function reconcile(place: Place, moments: ReadonlyMap<TableName, Date>): Promise<void> {
  const names = [...moments.keys()];
  const oldest = (tables: readonly TableName[]) =>
    new Date(Math.min(...tables.map((name) => Number(moments.get(name)))));
  await eraseAgain(place, names, oldest(names));
  const money = names.filter((name) => policies[name] === "exact");
  if (money.length === 0) return finish(place, []);
  const inPlace = names.filter((name) => name === "clients" || money.includes(name));
  const sources = Object.fromEntries(inPlace.map((name) => [name, place.tableNames[name]]));
  await restoreRows(place, togetherWith("charges"), oldest(money), { sources });
}

/** A backup can be older than an erasure. */
async function eraseAgain(place: Place, names: readonly TableName[], moment: Date): Promise<void> {
  const { client, tableNames, log } = place;
  const { ids } = await erasedSince(client, tableNames, moment.toISOString());
  if (ids.size === 0) return;
  const clients = await rowsOf(client, tableNames.clients, "clients");
  const leftOf = withoutErased(
    ids,
    [...clients.values()].filter(({ id }) => ids.has(id?.S ?? "")),
  );
  const changes: Change[] = [];
  for (const name of names.filter((candidate) => candidate !== "clients"))
    for (const [id, row] of await rowsOf(client, tableNames[name], name)) {
      const remaining = leftOf(name, row);
      if (!remaining || !isSame(row, remaining))
        changes.push(changeOf({ name, id, owner: row.client_id?.S ?? id }, row, remaining));
    }
  const accounts = await rowsOf(client, tableNames.accounts, "accounts");
  const refused = await putBack(place, { changes, accounts });
  if (names.includes("clients")) await putErased(place, [...ids]);
  log(`Erased again: ${[...ids].join(", ")}`);
  if (refused > 0) throw new Error(`${refused} rows were changed meanwhile. Run the same command again.`);
}

/** Fills the empty tables of a new stack from the vault, after the region or the account's tables were lost. */
export async function fillFromVault(place: Place, until: Date): Promise<void> {
  const { client, backup, stack, tableNames, vaults } = place;
  const points = await recoveryPoints(backup, vaults, stack, until);
  const sources: Partial<TableMap> = {};
  const restored = RESTORED_TABLES.map(async (name) => {
    const point = points.get(name);
    if (!point) throw new Error(`The vaults of this region have no backup of ${name}. Nothing was changed.`);
    const second = restoredName(tableNames[name], point.at);
    sources[name] = second;
    if (!(await describe(client, second))) await restoreFromVault(backup, point, second);
  });
  await Promise.all(restored);
  const moment = new Date(Math.min(...[...points.values()].map(({ at }) => Number(at))));
  await restoreRows(place, RESTORED_TABLES, moment, { sources });
}
