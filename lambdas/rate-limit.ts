import type { Limit } from "../shared/route.ts";
import { table } from "./database.ts";
import { updateIf } from "./update-if.ts";

/** `most` of something in each stretch of so many seconds, the first of which began in 1970. */
type LimitOf = Limit & { what: string };

/**
 * Counts one more of it for somebody, across all functions that run, and tells whether that is within the limit, and
 * in how many seconds the next stretch begins. DynamoDB removes the count by itself; `who` must be nobody's personal data.
 */
export async function withinLimit(
  { what, most, seconds }: LimitOf,
  who: string,
  now: string,
): Promise<{ within: boolean; retryAfter: number }> {
  const length = 1_000 * seconds;
  const start = Math.floor(Date.parse(now) / length) * length;
  const until = start + length;
  const within = await updateIf(
    { TableName: table("limits"), Key: { id: [what, who, new Date(start).toISOString()].join("#") } },
    {
      set: { expires_at: until / 1_000 },
      add: { count: 1 },
      onlyIf: "attribute_not_exists(#count) OR #count < :most",
      values: { most },
    },
  );
  return { within, retryAfter: Math.ceil((until - Date.parse(now)) / 1_000) };
}
