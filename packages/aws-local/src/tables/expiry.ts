import { AwsError } from "../aws-error.ts";
import type { Input, KeySchema, Output } from "./definitions.ts";

const sweepMilliseconds = 60_000;
/** DynamoDB takes a time further back than this for a mistake and keeps the item. */
const fiveYears = 5 * 365 * 24 * 60 * 60;

type Expiring = { TableName: string; KeySchema: KeySchema; attribute: string };

/**
 * Removes items whose time to live has passed by this clock, about once a minute while the tables are in use.
 * Until then they can be read, as on AWS, where it may take days.
 */
export function expiry(
  expiring: () => Expiring[],
  now: () => number,
  call: (operation: string, input: Input) => Promise<Output>,
) {
  let swept = Number.NEGATIVE_INFINITY;
  let sweep = Promise.resolve();

  async function removeExpired(): Promise<void> {
    const seconds = Math.floor(now() / 1000);
    for (const { TableName, KeySchema, attribute } of expiring()) {
      const expired = {
        TableName,
        ExpressionAttributeNames: { "#until": attribute },
        ExpressionAttributeValues: {
          ":now": { N: String(seconds) },
          ":oldest": { N: String(seconds - fiveYears) },
        },
      };
      const condition = "#until < :now AND #until > :oldest";
      let ExclusiveStartKey: unknown;
      do {
        const page = await call("Scan", { ...expired, FilterExpression: condition, ExclusiveStartKey });
        for (const item of (page.Items ?? []) as Record<string, unknown>[]) {
          const Key = Object.fromEntries(
            KeySchema.map(({ AttributeName }) => [AttributeName, item[AttributeName]]),
          );
          try {
            await call("DeleteItem", { ...expired, Key, ConditionExpression: condition });
          } catch (error) {
            // One that was given more time meanwhile stays.
            if (!(error instanceof AwsError)) throw error;
          }
        }
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
    }
  }

  return {
    /** Starts a sweep if one is due, and does not wait for it. */
    poke(): void {
      if (now() - swept < sweepMilliseconds) return;
      swept = now();
      sweep = sweep.then(removeExpired);
      // What failed is tried again with the next sweep; the last failure is told to the one who closes.
      sweep.catch(() => undefined);
    },
    finished: () => sweep,
  };
}
