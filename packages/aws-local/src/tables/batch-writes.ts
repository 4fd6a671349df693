import type { Item } from "dynalite/db/index.js";
import { consumedByTable, unitsOfWrite } from "./consumed-capacity.ts";
import type { Database } from "./database.ts";
import { type Input, type Output, prepare, validationError } from "./dynalite-operations.ts";
import { isConflict } from "./item-locks.ts";
import { addressWrite, changesOf, prepareWrite, stageWrite, type Write } from "./item-writes.ts";
import { checkIndexKeys } from "./secondary-indexes.ts";

type Request = { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } };

/**
 * Each write stands for itself, as on AWS; all are checked before the first is made. One that meets a
 * transaction comes back in `UnprocessedItems`: the operation knows no TransactionConflictException.
 */
export async function batchWriteItem(database: Database, input: Input): Promise<Output> {
  prepare("BatchWriteItem", input);
  return database.gate.enter(async () => {
    const writes = Object.entries(input.RequestItems as Record<string, Request[]>).flatMap(
      ([name, requests]) =>
        requests.map((request) => ({ request, write: addressRequest(database, name, request) })),
    );
    if (new Set(writes.map(({ write }) => write.entry)).size < writes.length) {
      throw validationError("Provided list of item keys contains duplicates");
    }
    const results = await Promise.all(
      writes.map(async ({ request, write }) => {
        const units = await database.locks.write(write.entry, async () => {
          const staged = await stageWrite(database, write);
          await database.data.commit(changesOf(staged));
          return unitsOfWrite(staged.table, staged.before, staged.after);
        });
        return { request, table: write.table, units };
      }),
    );
    const left = results.filter(({ units }) => isConflict(units));
    const done = results.flatMap(({ table, units }) => (isConflict(units) ? [] : [{ table, units }]));
    const byTable = Map.groupBy(left, ({ table }) => table.TableName);
    return {
      UnprocessedItems: Object.fromEntries(
        [...byTable].map(([name, group]) => [name, group.map(({ request }) => request)]),
      ),
      ...consumedByTable(input.ReturnConsumedCapacity, done),
    };
  });
}

function addressRequest(database: Database, TableName: string, request: Request): Write {
  const { PutRequest, DeleteRequest } = request;
  const write = addressWrite(
    database,
    PutRequest
      ? prepareWrite("PutItem", { TableName, Item: PutRequest.Item })
      : prepareWrite("DeleteItem", { TableName, Key: DeleteRequest?.Key }),
  );
  if (PutRequest) checkIndexKeys("PutItem", write.table, undefined, PutRequest.Item);
  return write;
}
