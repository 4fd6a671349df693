import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Limit } from "../shared/route.ts";
import { table } from "./database.ts";
import { made } from "./update-if.ts";

/** `most` of something in each stretch of so many seconds, the first of which began in 1970. */
type LimitOf = Limit & { what: string };

/**
 * Counts one more of it for somebody, across all functions that run, and tells whether that is within the limit and
 * when the next stretch begins. The count goes by itself; `who` must be nobody's personal data.
 */
export async function withinLimit(
  { what, most, seconds }: LimitOf,
  who: string,
  now: string,
): Promise<{ within: boolean; until: string }> {
  const length = 1_000 * seconds;
  const start = Math.floor(Date.parse(now) / length) * length;
  const until = start + length;
  const within = await made(
    new UpdateCommand({
      TableName: table("limits"),
      Key: { id: [what, who, new Date(start).toISOString()].join("#") },
      UpdateExpression: "SET #expires_at = :until ADD #count :one",
      ConditionExpression: "attribute_not_exists(#count) OR #count < :most",
      ExpressionAttributeNames: { "#count": "count", "#expires_at": "expires_at" },
      ExpressionAttributeValues: { ":one": 1, ":most": most, ":until": until / 1_000 },
    }),
  );
  return { within, until: new Date(until).toISOString() };
}
