import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { AwsError } from "../aws-error.ts";
import { type Change, tokenEntry } from "./data.ts";
import type { Database } from "./database.ts";
import { type Input, type Output, validationError } from "./dynalite-operations.ts";

type Remembered = { request: string; expires: number };

const validMilliseconds = 10 * 60 * 1000;

/**
 * A transaction that succeeded is not made again under the same `ClientRequestToken` for ten minutes. `first`
 * commits the record of that together with its writes, so that a crash cannot part them.
 *
 * Throws IdempotentParameterMismatchException for other actions under a known token, and
 * TransactionInProgressException while the first is under way.
 */
export async function oncePerToken(
  database: Database,
  input: Input,
  {
    hold,
    first,
    again,
  }: {
    hold: (work: () => Promise<Output>) => Promise<Output>;
    first: (record: Change[]) => Promise<Output>;
    again: () => Promise<Output>;
  },
): Promise<Output> {
  const token = input.ClientRequestToken;
  if (token === undefined || token === null) return hold(() => first([]));
  if (typeof token !== "string" || token.length < 1 || token.length > 36) {
    throw validationError(
      `1 validation error detected: Value '${token}' at 'clientRequestToken' failed to satisfy constraint: ` +
        "Member must have length between 1 and 36",
    );
  }
  if (database.tokensInProgress.has(token)) {
    // In a later turn, as with conflicts: whoever tries again at once is to let the first one finish.
    await setImmediate();
    throw new AwsError(
      "TransactionInProgressException",
      "The transaction with the given request token is already in progress.",
    );
  }
  database.tokensInProgress.add(token);
  try {
    return await hold(async () => {
      const key = tokenEntry(token);
      const request = createHash("sha256").update(JSON.stringify(input.TransactItems)).digest("hex");
      const known = (await database.data.get(key)) as Remembered | undefined;
      if (!known || known.expires <= database.now()) {
        const value: Remembered = { request, expires: database.now() + validMilliseconds };
        return first([{ type: "put", key, value }]);
      }
      if (known.request === request) return again();
      throw new AwsError(
        "IdempotentParameterMismatchException",
        "The request uses the same client token as a previous, but non-identical request.",
      );
    });
  } finally {
    database.tokensInProgress.delete(token);
  }
}

/** Removes the records whose time is over. */
export async function forgetTokens(database: Database): Promise<void> {
  const over: Change[] = [];
  for await (const [token, value] of database.data.entries(tokenEntry(""))) {
    if ((value as Remembered).expires <= database.now()) over.push({ type: "del", key: tokenEntry(token) });
  }
  await database.data.commit(over);
}
