/**
 * For how many months rows are kept, by their table; then they go by themselves. `usual` until the company chooses in
 * Settings, between `least` and `most`: the site's privacy notice promises the most. A line of the ledger that is gone
 * is a reminder that could go out again, so it stays for longer than two of the longest periods; a record of who changed
 * what for a year.
 */
export const retention = {
  messages: { usual: 24, least: 6, most: 36 },
  reminders: { usual: 36, least: 24, most: 60 },
  activity: { usual: 24, least: 12, most: 60 },
} as const;
export type Kept = keyof typeof retention;

/**
 * When a row of that instant goes, in epoch seconds. A month is a twelfth of 365 days. Rows are written with what is usual;
 * what the company chose, the daily `lambdas/retention` gives to all of them.
 */
export const expiryOf = (table: Kept, instant: string, months: number = retention[table].usual): number =>
  Math.floor(Date.parse(instant) / 1_000) + (months * 365 * 86_400) / 12;
