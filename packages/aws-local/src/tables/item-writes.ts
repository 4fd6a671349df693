import {
  createKey,
  type Item,
  type Store,
  type Table,
  validateItem,
  validateKey,
} from "dynalite/db/index.js";
import { AwsError } from "../aws-error.ts";
import { consumedCapacity, unitsOfWrite } from "./consumed-capacity.ts";
import { type Change, itemEntry } from "./data.ts";
import { type Database, tableOf } from "./database.ts";
import {
  asAwsError,
  type Input,
  type Output,
  options,
  type Prepared,
  perform,
  prepare,
  validationError,
} from "./dynalite-operations.ts";
import { isConflict } from "./item-locks.ts";
import { checkIndexKeys, indexChanges } from "./secondary-indexes.ts";
import { detachCopies } from "./update-expressions.ts";

export type WriteOperation = "PutItem" | "UpdateItem" | "DeleteItem";
export type WriteRequest = { operation: WriteOperation; input: Prepared; answerOldOnFailure: boolean };
/** A write whose item is known; `entry` is where it lives. */
export type Write = WriteRequest & { table: Table; entry: string };
/** A write worked out but not yet made. */
export type StagedWrite = Write & { before: Item | undefined; after: Item | undefined; output: Output };

export const conflictMessage = "Transaction is ongoing for the item";

/** PutItem, UpdateItem or DeleteItem. */
export async function writeItem(
  database: Database,
  operation: WriteOperation,
  input: Input,
): Promise<Output> {
  const request = prepareWrite(operation, input);
  return database.gate.enter(async () => {
    const write = addressWrite(database, request);
    const result = await database.locks.write(write.entry, async () => {
      const staged = await stageWrite(database, write);
      await database.data.commit(changesOf(staged));
      return staged;
    });
    if (isConflict(result)) throw new AwsError("TransactionConflictException", conflictMessage);
    const { table, before, after, output } = result;
    const units = unitsOfWrite(table, before, after);
    const capacity = consumedCapacity(request.input.ReturnConsumedCapacity, table.TableName, units);
    return { ...output, ...(capacity && { ConsumedCapacity: capacity }) };
  });
}

/** Throws ValidationException for what is wrong with a request whatever its table. */
export function prepareWrite(operation: WriteOperation, input: Input): WriteRequest {
  const onFailure = input.ReturnValuesOnConditionCheckFailure ?? "NONE";
  if (onFailure !== "ALL_OLD" && onFailure !== "NONE") {
    throw validationError(
      `1 validation error detected: Value '${onFailure}' at 'returnValuesOnConditionCheckFailure' failed to ` +
        "satisfy constraint: Member must satisfy enum value set: [ALL_OLD, NONE]",
    );
  }
  return { operation, input: prepare(operation, input), answerOldOnFailure: onFailure === "ALL_OLD" };
}

/** Throws ResourceNotFoundException, or ValidationException for a key that is not the table's. */
export function addressWrite(database: Database, request: WriteRequest): Write {
  const { TableName, Item = {}, Key = {} } = request.input;
  const table = tableOf(database, TableName);
  const put = request.operation === "PutItem";
  const invalid = put ? validateItem(Item, table) : validateKey(Key, table);
  if (invalid) throw asAwsError(invalid);
  return { ...request, table, entry: itemEntry(TableName, createKey(put ? Item : Key, table)) };
}

/**
 * Works out what a write would do, its condition included, and writes nothing. The item must be locked from
 * here until it is committed. Throws ConditionalCheckFailedException or ValidationException.
 */
export async function stageWrite(database: Database, write: Write): Promise<StagedWrite> {
  const { operation, table, entry, input } = write;
  const before = (await database.data.get(entry)) as Item | undefined;
  let after: Item | undefined;
  detachCopies(input, before);
  const done = (callback: (error: null) => void) => callback(null);
  const store: Store = {
    options,
    getTable: (_name, check, callback) => (typeof check === "function" ? check : callback)?.(null, table),
    getIndexDb: () => ({ put: (_key, _item, next) => done(next), del: (_key, next) => done(next) }),
    getItemDb: () => ({
      lock: (_key, run) => run((next) => next),
      get: (_key, next) => next(null, before),
      put(_key, item, next) {
        // A plain copy: what dynalite builds has no prototype, and would compare as different.
        after = structuredClone(item);
        done(next);
      },
      del: (_key, next) => done(next),
    }),
  };
  const output = await perform(operation, store, input).catch((error) => {
    const failed = error instanceof AwsError && error.code === "ConditionalCheckFailedException";
    if (!failed || !write.answerOldOnFailure || !before) throw error;
    throw new AwsError(error.code, error.message, error.status, { Item: before });
  });
  if (after) checkIndexKeys(operation, table, before, after);
  return { ...write, before, after, output };
}

/** The item's and its index entries' changes, to be committed together. */
export function changesOf({ table, entry, before, after }: StagedWrite): Change[] {
  const changes = indexChanges(table, before, after);
  if (after) changes.push({ type: "put", key: entry, value: after });
  else if (before) changes.push({ type: "del", key: entry });
  return changes;
}
