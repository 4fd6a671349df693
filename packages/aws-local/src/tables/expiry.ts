import type { Item } from "dynalite/db/index.js";
import { itemEntry } from "./data.ts";
import type { Database } from "./database.ts";
import { addressWrite, changesOf, prepareWrite, stageWrite } from "./item-writes.ts";
import { forgetTokens } from "./transaction-tokens.ts";

const sweepMilliseconds = 60_000;
/** DynamoDB takes a time further back than this for a mistake and keeps the item. */
const fiveYears = 5 * 365 * 24 * 60 * 60;

/**
 * Removes items whose time to live has passed, about once a minute while the tables are in use. Until then
 * they can be read, as on AWS, where it may take days.
 */
export function expiry(database: Database) {
  let swept = Number.NEGATIVE_INFINITY;
  let sweep = Promise.resolve();
  return {
    /** Starts a sweep if one is due, and does not wait for it. */
    poke(): void {
      if (database.now() - swept < sweepMilliseconds) return;
      swept = database.now();
      const run = () => removeExpired(database);
      sweep = sweep.then(run, run);
      // What failed is tried again with the next sweep; the last failure is told to the one who closes.
      sweep.catch(() => undefined);
    },
    finished: () => sweep,
  };
}

async function removeExpired(database: Database): Promise<void> {
  await database.gate.enter(async () => {
    for (const [name, { timeToLive }] of database.tables) {
      if (timeToLive) await removeExpiredFrom(database, name, timeToLive.AttributeName);
    }
    await forgetTokens(database);
  });
}

async function removeExpiredFrom(database: Database, TableName: string, attribute: string): Promise<void> {
  const table = database.tables.get(TableName)?.description;
  const expired = (item: Item | undefined) => {
    const seconds = Number(item?.[attribute]?.N);
    const now = database.now() / 1000;
    return seconds < now && seconds > now - fiveYears;
  };
  for await (const [, value] of database.data.entries(itemEntry(TableName, ""))) {
    const item = value as Item;
    if (!table || !expired(item)) continue;
    const Key = Object.fromEntries(
      table.KeySchema.map(({ AttributeName }) => [AttributeName, item[AttributeName]]),
    );
    const write = addressWrite(database, prepareWrite("DeleteItem", { TableName, Key }));
    // An item held by a transaction is left for the next sweep.
    await database.locks.write(write.entry, async () => {
      const staged = await stageWrite(database, write);
      if (expired(staged.before)) await database.data.commit(changesOf(staged));
    });
  }
}
