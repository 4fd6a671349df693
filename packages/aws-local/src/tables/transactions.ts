import { itemSize } from "dynalite/db/index.js";
import { consumedByTable, readUnits, unitsOfTransaction, unitsOfWrite } from "./consumed-capacity.ts";
import type { Change } from "./data.ts";
import type { Database } from "./database.ts";
import { type Input, type Output, validationError } from "./dynalite-operations.ts";
import { isConflict } from "./item-locks.ts";
import {
  addressWrite,
  changesOf,
  prepareWrite,
  type StagedWrite,
  stageWrite,
  type Write,
  type WriteRequest,
} from "./item-writes.ts";
import {
  attemptAll,
  attemptAllNow,
  cancelForConflicts,
  checkDistinct,
  transactionActions,
} from "./transaction-requests.ts";
import { oncePerToken } from "./transaction-tokens.ts";

/** A check is a deletion whose condition is evaluated and which is then not made. */
const operations = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "DeleteItem",
} as const;
type Kind = keyof typeof operations;

const maximumBytes = 4 * 1024 * 1024;

/**
 * All writes or none: every one is worked out while its item is held, and what they come to is committed at
 * once. Throws TransactionCanceledException with a reason for each action.
 */
export async function transactWriteItems(database: Database, input: Input): Promise<Output> {
  const actions = transactionActions(input, Object.keys(operations) as Kind[]).map(({ kind, action }) => ({
    kind,
    request: prepareAction(kind, action),
  }));
  return database.gate.enter(async () => {
    const writes = attemptAllNow(actions, ({ request }) => addressWrite(database, request));
    checkDistinct(writes.map((write) => write.entry));
    return oncePerToken(database, input, {
      hold: (work) => holdAll(database, writes, work),
      first: (record) => writeAll(database, input, actions, writes, record),
      again: () => consumedAgain(database, input, writes),
    });
  });
}

function prepareAction(kind: Kind, action: Input): WriteRequest {
  for (const field of kind === "ConditionCheck"
    ? ["ConditionExpression"]
    : kind === "Update"
      ? ["UpdateExpression"]
      : []) {
    if (typeof action[field] !== "string") {
      throw validationError(`The parameter '${field}' is required but was not present in the request`);
    }
  }
  return prepareWrite(operations[kind], action);
}

async function holdAll(database: Database, writes: Write[], work: () => Promise<Output>): Promise<Output> {
  const result = await database.locks.transact(
    writes.map((write) => write.entry),
    work,
  );
  return isConflict(result) ? cancelForConflicts(result, writes.length) : result;
}

async function writeAll(
  database: Database,
  input: Input,
  actions: { kind: Kind }[],
  writes: Write[],
  record: Change[],
): Promise<Output> {
  const staged = await attemptAll(writes, async (write, position): Promise<StagedWrite> => {
    const result = await stageWrite(database, write);
    return actions[position]?.kind === "ConditionCheck" ? { ...result, after: result.before } : result;
  });
  const bytes = staged.reduce((sum, { before, after }) => sum + itemSize(after ?? before ?? {}), 0);
  if (bytes > maximumBytes) {
    throw validationError("The aggregate size of the items in the transaction exceeds the 4 MB limit");
  }
  await database.data.commit([
    ...staged.flatMap((write, position) =>
      actions[position]?.kind === "ConditionCheck" ? [] : changesOf(write),
    ),
    ...record,
  ]);
  const units = staged.map(({ table, before, after }) => ({
    table,
    units: unitsOfTransaction(unitsOfWrite(table, before, after)),
  }));
  return consumedByTable(input.ReturnConsumedCapacity, units, "WriteCapacityUnits");
}

/** A transaction repeated with its token changes nothing and costs what reading its items does. */
async function consumedAgain(database: Database, input: Input, writes: Write[]): Promise<Output> {
  const units = await Promise.all(
    writes.map(async ({ table, entry }) => {
      const item = (await database.data.get(entry)) as Parameters<typeof readUnits>[0];
      return { table, units: unitsOfTransaction({ table: readUnits(item), indexes: {} }) };
    }),
  );
  return consumedByTable(input.ReturnConsumedCapacity, units, "ReadCapacityUnits");
}
