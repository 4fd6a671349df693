import { createKey, type Item, itemSize, validateKey } from "dynalite/db/index.js";
import { consumedByTable, readUnits, unitsOfTransaction } from "./consumed-capacity.ts";
import { itemEntry } from "./data.ts";
import { type Database, tableOf } from "./database.ts";
import {
  asAwsError,
  type Input,
  type Output,
  perform,
  prepare,
  validationError,
} from "./dynalite-operations.ts";
import { isConflict } from "./item-locks.ts";
import { readStore } from "./item-reads.ts";
import {
  attemptAllNow,
  cancelForConflicts,
  checkDistinct,
  transactionActions,
} from "./transaction-requests.ts";

const maximumBytes = 4 * 1024 * 1024;

/** All items as they were at one moment. Throws TransactionCanceledException where another request is writing one. */
export async function transactGetItems(database: Database, input: Input): Promise<Output> {
  const requests = transactionActions(input, ["Get"]).map(({ action }) =>
    prepare("GetItem", { ...action, ConsistentRead: true }),
  );
  return database.gate.enter(async () => {
    const gets = attemptAllNow(requests, (request) => {
      const table = tableOf(database, request.TableName);
      const key = request.Key ?? {};
      const invalid = validateKey(key, table);
      if (invalid) throw asAwsError(invalid);
      return { request, table, entry: itemEntry(table.TableName, createKey(key, table)) };
    });
    checkDistinct(gets.map((get) => get.entry));
    const answers = await database.locks.read(
      gets.map((get) => get.entry),
      () =>
        Promise.all(
          gets.map(async ({ request, table, entry }) => {
            const item = (await database.data.get(entry)) as Item | undefined;
            // Through dynalite once more for the projection.
            const { Item: answer } = await perform("GetItem", readStore(database), request);
            return { table, item, answer };
          }),
        ),
    );
    if (isConflict(answers)) return cancelForConflicts(answers, gets.length);
    if (answers.reduce((sum, { item }) => sum + itemSize(item ?? {}), 0) > maximumBytes) {
      throw validationError("The aggregate size of the items in the transaction exceeds the 4 MB limit");
    }
    const units = answers.map(({ table, item }) => ({
      table,
      units: unitsOfTransaction({ table: readUnits(item), indexes: {} }),
    }));
    return {
      Responses: answers.map(({ answer }) => (answer ? { Item: answer } : {})),
      ...consumedByTable(input.ReturnConsumedCapacity, units, "ReadCapacityUnits"),
    };
  });
}
