import { AwsError } from "../aws-error.ts";
import type { Input, KeySchema } from "./definitions.ts";

type Address = { TableName: string; Key?: Record<string, unknown>; Item?: Record<string, unknown> };
type Action = Record<string, Address>;

const ongoing = "Transaction is ongoing for the item";
const plainWrites = new Set(["PutItem", "UpdateItem", "DeleteItem"]);

/**
 * DynamoDB cancels a transaction that meets another one at an item, and refuses a plain write to it; dynoxide
 * makes one after the other. What DynamoDB's callers have to live with is answered here.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export function openConflicts(keyOf: (table: string) => KeySchema | undefined) {
  const held = new Set<string>();

  function itemAt({ TableName, Key, Item }: Address): string {
    const record = Key ?? Item ?? {};
    return JSON.stringify([TableName, ...(keyOf(TableName) ?? []).map((key) => record[key.AttributeName])]);
  }

  async function transact<T>(input: Input, run: () => Promise<T>): Promise<T> {
    const items = ((input.TransactItems ?? []) as Action[]).flatMap(Object.values).map(itemAt);
    if (items.some((item) => held.has(item))) throw cancelled(items.map((item) => held.has(item)));
    for (const item of items) held.add(item);
    try {
      return await run();
    } finally {
      for (const item of items) held.delete(item);
    }
  }

  /** Makes the call, or refuses it for a transaction that is under way. @throws AwsError */
  return async <T>(operation: string, input: Input, run: () => Promise<T>): Promise<T> => {
    if (operation === "TransactWriteItems") return transact(input, run);
    if (plainWrites.has(operation) && held.has(itemAt(input as Address)))
      throw new AwsError("TransactionConflictException", ongoing);
    return run();
  };
}

function cancelled(conflicts: boolean[]): AwsError {
  const codes = conflicts.map((conflict) => (conflict ? "TransactionConflict" : "None"));
  return new AwsError(
    "TransactionCanceledException",
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(", ")}]`,
    400,
    {
      CancellationReasons: codes.map((Code) => (Code === "None" ? { Code } : { Code, Message: ongoing })),
    },
  );
}
