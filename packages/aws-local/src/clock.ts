/** The business clock: the real one, or one that was set and runs on. `timeZone` is that of what it is set to. */
export function openClock(timeZone: string) {
  let shift = 0;
  return {
    /** In epoch milliseconds. */
    now: () => Date.now() + shift,
    /**
     * @param start such as `2026-12-24T09:00`, with or without an offset; undefined is the real time.
     * @throws Error when it is no date and time
     */
    async set(start: string | undefined) {
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
