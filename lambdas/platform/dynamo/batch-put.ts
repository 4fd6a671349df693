import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { TableName } from "../../../shared/tables.ts";
import { database, MAX_TRIES, pauseBefore, table } from "./database.ts";

/** DynamoDB's limit. */
const MAX_BATCH = 25;
const PARALLEL_BATCHES = 4;

/** Writes items one by one, in no order: after a failure, some are written. */
export async function batchPut(name: TableName, items: readonly Record<string, unknown>[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / MAX_BATCH) }, (_, at) =>
    items.slice(at * MAX_BATCH, (at + 1) * MAX_BATCH),
  ).values();
  const work = async () => {
    for (const batch of batches) await putAll(table(name), batch);
  };
  await Promise.all(Array.from({ length: PARALLEL_BATCHES }, work));
}

async function putAll(name: string, items: readonly Record<string, unknown>[]): Promise<void> {
  let pending: NonNullable<ConstructorParameters<typeof BatchWriteCommand>[0]["RequestItems"]> = {
    [name]: items.map((Item) => ({ PutRequest: { Item } })),
  };
  for (let tries = 1; ; tries += 1) {
    const { UnprocessedItems = {} } = await database.send(new BatchWriteCommand({ RequestItems: pending }));
    if (Object.keys(UnprocessedItems).length === 0) return;
    if (tries === MAX_TRIES) throw new Error("DynamoDB did not take all items.");
    pending = UnprocessedItems;
    await pauseBefore(tries);
  }
}
