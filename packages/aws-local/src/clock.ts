/** The business clock: real time, or a time that was set and runs on. `timeZone` applies to times without an offset. */
export function openClock(timeZone: string) {
  let offsetMs = 0;
  return {
    /** In epoch milliseconds. */
    now: () => Date.now() + offsetMs,
    /** @param start such as `2026-12-24T09:00`, with or without an offset; undefined for real time */
    async set(start: string | undefined) {
      offsetMs = start === undefined ? 0 : (await parseInstant(start, timeZone)) - Date.now();
    },
  };
}

async function parseInstant(text: string, timeZone: string): Promise<number> {
  const { Temporal } = await import("temporal-polyfill"); // Loaded only if needed.
  try {
    return /(Z|[+-]\d\d:?\d\d)$/.test(text)
      ? Temporal.Instant.from(text).epochMilliseconds
      : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    throw new Error(`“${text}” is not a date and time such as 2026-12-24T09:00.`);
  }
}
