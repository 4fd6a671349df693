import type { Deliverability } from "../../../../shared/reminders.ts";

/**
 * From which part of all emails on AWS reviews an account, and may stop its sending.
 * @see https://docs.aws.amazon.com/ses/latest/dg/reputation-dashboard-messages.html
 */
const limits = {
  bounced: { review: 0.05, stop: 0.1 },
  complained: { review: 0.001, stop: 0.005 },
} as const;

/** Of fewer emails than this, one that is marked as spam is above the limit by itself. */
const few = 1 / limits.complained.review;

const percent = new Intl.NumberFormat("en-US", {
  style: "percent",
  maximumFractionDigits: 2,
  roundingMode: "floor",
});

/** How emails fared, in words; `tone` is how much that matters. */
export function fateOf({ sent, bounced, complained }: Deliverability) {
  const count = (found: number) =>
    sent === 0
      ? "unknown"
      : `${found.toLocaleString("en-US")} of ${sent.toLocaleString("en-US")} (${percent.format(found / sent)})`;
  const over = (["bounced", "complained"] as const).filter(
    (kind) => sent > 0 && { bounced, complained }[kind] / sent >= limits[kind].review,
  );
  return {
    facts: [
      ["Came back for good", count(bounced)],
      ["Marked as spam", count(complained)],
    ] as const,
    tone: sent === 0 ? ("quiet" as const) : over.length > 0 ? ("overdue" as const) : ("fine" as const),
    words:
      sent === 0
        ? [nothing]
        : over.length === 0
          ? [calm]
          : [...over.map((kind) => deeds[kind]), ...hint(sent)],
  };
}

const nothing = "No emails went out in these days, so nothing can be said.";
const calm = `Nothing is to be done: AWS reviews an account from ${percent.format(limits.bounced.review)} that come back, or ${percent.format(limits.complained.review)} that are marked as spam.`;
const deeds = {
  bounced: `AWS reviews an account from ${percent.format(limits.bounced.review)} that come back, and may stop its emails from ${percent.format(limits.bounced.stop)}. Correct the addresses that the send log and the clients’ pages name, or mute those clients.`,
  complained: `AWS reviews an account from ${percent.format(limits.complained.review)} that are marked as spam, and may stop its emails from ${percent.format(limits.complained.stop)}. Ask those clients how they want to be reminded, and mute who wants no emails.`,
};
const hint = (sent: number) =>
  sent < few
    ? ["AWS judges by a larger number of emails than these, so a single one need not matter yet."]
    : [];
