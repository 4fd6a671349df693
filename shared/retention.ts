/** How many months rows are kept, by their table; then they go by themselves. The site's privacy notice says the same. */
export const keptMonths = { messages: 24, reminders: 36, activity: 24 } as const;

/** When a row of that instant goes, in epoch seconds. A month is a twelfth of 365 days. */
export const expiryOf = (table: keyof typeof keptMonths, instant: string): number =>
  Math.floor(Date.parse(instant) / 1_000) + (keptMonths[table] / 12) * 365 * 86_400;
