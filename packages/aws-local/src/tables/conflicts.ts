import { AwsError } from "../aws-error.ts";
import type { Input, KeySchema } from "./definitions.ts";

type ItemReference = { TableName: string; Key?: Record<string, unknown>; Item?: Record<string, unknown> };
type Action = Record<string, ItemReference>;

const CONFLICT_MESSAGE = "Transaction is ongoing for the item";
const nonTransactionalWrites = new Set(["PutItem", "UpdateItem", "DeleteItem"]);

/**
 * Adds DynamoDB's transaction conflicts to dynoxide, which serializes all writes: a transaction is cancelled, and a
 * single write refused, while another transaction is writing to the same item.
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export function openConflicts(keyOf: (table: string) => KeySchema | undefined) {
  const locked = new Set<string>();

  function itemKey({ TableName, Key, Item }: ItemReference): string {
    const record = Key ?? Item ?? {};
    return JSON.stringify([TableName, ...(keyOf(TableName) ?? []).map((key) => record[key.AttributeName])]);
  }

  async function transact<T>(input: Input, run: () => Promise<T>): Promise<T> {
    const items = ((input.TransactItems ?? []) as Action[]).flatMap(Object.values).map(itemKey);
    if (items.some((item) => locked.has(item))) throw cancelledError(items.map((item) => locked.has(item)));
    for (const item of items) locked.add(item);
    try {
      return await run();
    } finally {
      for (const item of items) locked.delete(item);
    }
  }

  /** Makes the call unless it conflicts with a transaction. @throws AwsError */
  return async <T>(operation: string, input: Input, run: () => Promise<T>): Promise<T> => {
    if (operation === "TransactWriteItems") return transact(input, run);
    if (nonTransactionalWrites.has(operation) && locked.has(itemKey(input as ItemReference)))
      throw new AwsError("TransactionConflictException", CONFLICT_MESSAGE);
    return run();
  };
}

function cancelledError(conflicts: boolean[]): AwsError {
  const CancellationReasons = conflicts.map((conflict) =>
    conflict ? { Code: "TransactionConflict", Message: CONFLICT_MESSAGE } : { Code: "None" },
  );
  const codes = CancellationReasons.map(({ Code }) => Code).join(", ");
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return new AwsError("TransactionCanceledException", message, 400, { CancellationReasons });
}
