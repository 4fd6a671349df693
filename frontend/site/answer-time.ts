const HOUR_MS = 3_600_000;
/** Nairobi is three hours ahead of UTC all year. */
const NAIROBI_MS = 3 * HOUR_MS;

type Week = readonly ([number, number] | undefined)[];

/** When somebody answers next, as "Monday, 8:00"; undefined while somebody does. */
export function nextAnswer(week: Week, now: number): string | undefined {
  // As if Nairobi's clock showed UTC.
  const time = new Date(now + NAIROBI_MS);
  const hour = time.getUTCHours();
  for (let days = 0; days <= 7; days++) {
    const [from, to] = week[(time.getUTCDay() + days) % 7] ?? [0, 0];
    if (days === 0 && from <= hour && hour < to) return undefined;
    if (from === to || (days === 0 && hour >= from)) continue;
    const day = new Date(now + NAIROBI_MS + days * 24 * HOUR_MS);
    const name =
      ["today", "tomorrow"][days] ?? day.toLocaleDateString("en-GB", { weekday: "long", timeZone: "UTC" });
    return `${name}, ${from}:00`;
  }
  return undefined;
}
