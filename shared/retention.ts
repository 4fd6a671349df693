/**
 * How long rows are kept, by table, until they are deleted. Settings can choose between `minMonths` and `maxMonths`; the
 * site's privacy notice promises the maximum. A deleted line of the send log could be sent again, so it stays for more
 * than two of the longest periods; the record of changes stays for at least a year. Of the payments only those expire that
 * nobody assigned, with the same choice as promises that were not kept and what imports did.
 */
export const retention = {
  messages: { defaultMonths: 24, minMonths: 6, maxMonths: 36 },
  reminders: { defaultMonths: 36, minMonths: 24, maxMonths: 60 },
  activity: { defaultMonths: 24, minMonths: 12, maxMonths: 60 },
  payments: { defaultMonths: 24, minMonths: 6, maxMonths: 60 },
  imports: { defaultMonths: 24, minMonths: 6, maxMonths: 60 },
} as const;
export type RetainedTable = keyof typeof retention;

/**
 * When a row of that instant is deleted, in epoch seconds. A month is a twelfth of 365 days. Rows are written with the
 * default; the daily `lambdas/jobs/retain.ts` applies what the company chose.
 */
export const expiresAt = (
  table: RetainedTable,
  instant: string,
  months: number = retention[table].defaultMonths,
): number => Math.floor(Date.parse(instant) / 1_000) + secondsOf(months);

const secondsOf = (months: number): number => (months * 365 * 86_400) / 12;

/** Records from before this instant are deleted. */
export const keptSince = (now: string, months: number): number => Date.parse(now) - secondsOf(months) * 1_000;
