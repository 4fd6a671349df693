import { AwsError } from "../aws-error.ts";
import { type Input, validationError } from "./dynalite-operations.ts";
import type { Conflict } from "./item-locks.ts";
import { conflictMessage } from "./item-writes.ts";

type Reason = { Code: string; Message?: string; Item?: unknown };
const none: Reason = { Code: "None" };

/** The request's actions, each of one of the kinds. Throws ValidationException. */
export function transactionActions<Kind extends string>(
  input: Input,
  kinds: Kind[],
): { kind: Kind; action: Input }[] {
  const items = Array.isArray(input.TransactItems) ? (input.TransactItems as (Input | null)[]) : [];
  if (items.length < 1 || items.length > 100) {
    throw validationError(
      `1 validation error detected: Value '[${items.length} items]' at 'transactItems' failed to satisfy constraint: ` +
        `Member must have length ${items.length < 1 ? "greater than or equal to 1" : "less than or equal to 100"}`,
    );
  }
  return items.map((item) => {
    const [kind, ...more] = kinds.filter((each) => item?.[each]);
    if (!kind || more.length > 0) {
      throw validationError(`TransactItems can only contain one of ${kinds.join(", ")}`);
    }
    return { kind, action: item?.[kind] as Input };
  });
}

export function checkDistinct(entries: string[]) {
  if (new Set(entries).size < entries.length) {
    throw validationError("Transaction request cannot include multiple operations on one item");
  }
}

/**
 * Does the work for every action, and if any fails cancels with all their reasons: a condition that does not
 * hold, or a value that does not fit the item. Empty keys are refused as a whole, as are unknown tables.
 */
export async function attemptAll<Action, Result>(
  actions: Action[],
  work: (action: Action, position: number) => Promise<Result>,
): Promise<Result[]> {
  return valuesOrCancel(await Promise.allSettled(actions.map(work)));
}

/** The same for work that is done at once, so that whoever came first holds its items first. */
export function attemptAllNow<Action, Result>(actions: Action[], work: (action: Action) => Result): Result[] {
  return valuesOrCancel(
    actions.map((action) => {
      try {
        return { status: "fulfilled", value: work(action) };
      } catch (reason) {
        return { status: "rejected", reason };
      }
    }),
  );
}

function valuesOrCancel<Result>(attempts: PromiseSettledResult<Result>[]): Result[] {
  const reasons = attempts.map((attempt) =>
    attempt.status === "fulfilled" ? none : reasonOf(attempt.reason),
  );
  if (reasons.some((reason) => reason !== none)) throw cancelled(reasons);
  return attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []));
}

export function cancelForConflicts({ conflicts }: Conflict, actions: number): never {
  const conflict: Reason = { Code: "TransactionConflict", Message: conflictMessage };
  throw cancelled(
    Array.from({ length: actions }, (_, position) => (conflicts.includes(position) ? conflict : none)),
  );
}

function reasonOf(error: unknown): Reason {
  if (!(error instanceof AwsError)) throw error;
  const { code, message, details } = error;
  if (code === "ConditionalCheckFailedException") {
    return { Code: "ConditionalCheckFailed", Message: message, ...details };
  }
  if (code !== "ValidationException" || message.includes("cannot contain an empty")) throw error;
  return { Code: "ValidationError", Message: message };
}

function cancelled(reasons: Reason[]): AwsError {
  return new AwsError(
    "TransactionCanceledException",
    "Transaction cancelled, please refer cancellation reasons for specific reasons " +
      `[${reasons.map((reason) => reason.Code).join(", ")}]`,
    400,
    { CancellationReasons: reasons },
  );
}
