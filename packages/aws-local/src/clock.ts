/** The business clock in epoch milliseconds: the real one or, started from elsewhere, running on from there. */
export type Clock = () => number;

/** A clock, and how to set it; `timeZone` is that of what it is set to. */
export function openClock(timeZone: string): { now: Clock; set(start: string | undefined): Promise<void> } {
  let shift = 0;
  return {
    now: () => Date.now() + shift,
    /**
     * @param start such as `2026-12-24T09:00`, with or without an offset; undefined is the real time.
     * @throws Error when it is no date and time
     */
    async set(start) {
      shift = start === undefined ? 0 : (await instantOf(start, timeZone)) - Date.now();
    },
  };
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
