import type { Deliverability } from "../../../../shared/reminders/reminder.ts";

/**
 * The shares of emails from which AWS reviews an account, and may stop its sending.
 * @see https://docs.aws.amazon.com/ses/latest/dg/reputation-dashboard-messages.html
 */
const LIMITS = {
  bounced: { review: 0.05, stop: 0.1 },
  complained: { review: 0.001, stop: 0.005 },
} as const;

/** With fewer emails than this, a single complaint exceeds the limit. */
const MIN_EMAILS = 1 / LIMITS.complained.review;

const percent = new Intl.NumberFormat("en-US", {
  style: "percent",
  maximumFractionDigits: 2,
  roundingMode: "floor",
});

/** Texts about bounces and complaints; `tone` says whether they need attention. */
export function summarize({ sent, bounced, complained }: Deliverability) {
  const share = (emails: number) =>
    sent === 0
      ? "unknown"
      : `${emails.toLocaleString("en-US")} of ${sent.toLocaleString("en-US")} (${percent.format(emails / sent)})`;
  const exceeded = (["bounced", "complained"] as const).filter(
    (kind) => sent > 0 && { bounced, complained }[kind] / sent >= LIMITS[kind].review,
  );
  const facts = [
    ["Bounced permanently", share(bounced)],
    ["Marked as spam", share(complained)],
  ] as const;
  if (sent === 0) return { facts, tone: "quiet" as const, advice: [noEmails] };
  if (exceeded.length === 0) return { facts, tone: "fine" as const, advice: [belowLimits] };
  const advice = [...exceeded.map((kind) => whatToDo[kind]), ...fewEmails(sent)];
  return { facts, tone: "overdue" as const, advice };
}

const noEmails = "No emails were sent in these 30 days.";
const belowLimits = `No action needed. AWS reviews an account when ${percent.format(LIMITS.bounced.review)} of its emails bounce or ${percent.format(LIMITS.complained.review)} are marked as spam.`;
const whatToDo = {
  bounced: `AWS reviews an account when ${percent.format(LIMITS.bounced.review)} of its emails bounce, and may stop its emails at ${percent.format(LIMITS.bounced.stop)}. Correct the addresses in the send log and on the clients’ pages, or mute those clients.`,
  complained: `AWS reviews an account when ${percent.format(LIMITS.complained.review)} of its emails are marked as spam, and may stop its emails at ${percent.format(LIMITS.complained.stop)}. Ask those clients how they want to be reminded, and mute those who want no emails.`,
};
const fewEmails = (sent: number) =>
  sent < MIN_EMAILS ? ["AWS judges by a larger number of emails, so a single one may not matter yet."] : [];
