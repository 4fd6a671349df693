import type { Limit } from "../../../shared/route.ts";
import { table } from "../dynamo/database.ts";
import { updateIf } from "../dynamo/update-if.ts";
import { logFailure } from "../log.ts";

/** Limits `what` to `maxCalls` in each window of `seconds`. The first window began in 1970. */
type NamedLimit = Limit & { what: string };

const COUNT_TIMEOUT_MS = 2_000;

/**
 * Counts one more for `caller`, across all instances, and returns whether that is within the limit, and the seconds until
 * the next window. DynamoDB deletes expired counts. `caller` must not be personal data.
 */
export async function withinLimit(
  { what, maxCalls, seconds }: NamedLimit,
  caller: string,
  now: string,
): Promise<{ within: boolean; retryAfter: number }> {
  const windowMs = 1_000 * seconds;
  const start = Math.floor(Date.parse(now) / windowMs) * windowMs;
  const until = start + windowMs;
  const within = await updateIf(
    { TableName: table("limits"), Key: { id: [what, caller, new Date(start).toISOString()].join("#") } },
    {
      set: { expires_at: until / 1_000 },
      add: { count: 1 },
      onlyIf: "attribute_not_exists(#count) OR #count < :maxCalls",
      values: { maxCalls },
    },
    AbortSignal.timeout(COUNT_TIMEOUT_MS),
  );
  return { within, retryAfter: Math.ceil((until - Date.parse(now)) / 1_000) };
}

/** Until when (epoch milliseconds) this instance refuses a caller. */
const refusedUntil = new Map<string, number>();

/** The seconds until a caller who exceeded the limit may call again; undefined if they may call now. */
export function retryAfter(what: string, caller: string, now: string): number | undefined {
  const until = refusedUntil.get(`${what}#${caller}`) ?? 0;
  const secondsLeft = Math.ceil((until - Date.parse(now)) / 1_000);
  return secondsLeft > 0 ? secondsLeft : undefined;
}

/** Counts a call after its response. A failure to count refuses nobody. */
export async function countCall(limit: NamedLimit, caller: string, now: string): Promise<void> {
  try {
    const { within, retryAfter } = await withinLimit(limit, caller, now);
    if (within) return;
    const instant = Date.parse(now);
    for (const [key, until] of refusedUntil) if (until <= instant) refusedUntil.delete(key);
    refusedUntil.set(`${limit.what}#${caller}`, instant + 1_000 * retryAfter);
  } catch (error) {
    logFailure("call not counted", error, { what: limit.what });
  }
}
