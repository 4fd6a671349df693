/** The business clock in epoch milliseconds: the real one or, started from elsewhere, running on from there. */
export type Clock = () => number;

/**
 * @param start such as `2026-12-24T09:00`, read in `timeZone` unless it carries an offset; undefined is now.
 * @throws Error when it is no date and time
 */
export async function openClock(start: string | undefined, timeZone: string): Promise<Clock> {
  if (start === undefined) return Date.now;
  const shift = (await instantOf(start, timeZone)) - Date.now();
  return () => Date.now() + shift;
}

async function instantOf(text: string, timeZone: string): Promise<number> {
  const { Temporal } = await import("temporal-polyfill"); // Most starts do without.
  try {
    return /(Z|[+-]\d\d:?\d\d)$/.test(text)
      ? Temporal.Instant.from(text).epochMilliseconds
      : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    throw new Error(`“${text}” is no date and time such as 2026-12-24T09:00.`);
  }
}
