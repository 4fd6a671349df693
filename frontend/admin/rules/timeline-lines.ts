import type { EntryOf, TimelineEntry } from "../../../shared/clients/timeline.ts";
import { counted } from "../../../shared/count.ts";
import { formatDay } from "../../../shared/dates.ts";
import type { Day } from "../../../shared/day.ts";
import { formatSums, toSums } from "../../../shared/money.ts";
import { reasonText } from "../../../shared/reminders/email-failures.ts";
import { emailKindNames, reminderStateNames } from "../../../shared/reminders/fields.ts";
import { type EmailKind, problemStates, type ReminderState } from "../../../shared/reminders/reminder.ts";
import { differences } from "./activity/changes.ts";
import { amountText, meansText } from "./activity/payment-text.ts";
import { sentenceOf } from "./activity/sentences.ts";
import { distinctNames } from "./distinct-names.ts";

/** The kinds of entries to choose from; the address has the value. */
export const timelineFilters = [
  ["", "All"],
  ["payments", "Payments"],
  ["emails", "Emails"],
  ["notes", "Notes"],
  ["changes", "Changes"],
] as const;
export type TimelineFilter = (typeof timelineFilters)[number][0];

/** An unknown filter shows everything. */
export const timelineFilterOf = (text: string): TimelineFilter =>
  timelineFilters.find(([value]) => value === text)?.[0] ?? "";

const filtersOf = (entry: TimelineEntry): TimelineFilter[] => {
  switch (entry.kind) {
    case "payment":
      return entry.receipt ? ["payments", "emails"] : ["payments"];
    case "email":
      return isReceipt(entry.email) ? ["emails", "payments"] : ["emails"];
    case "message":
      return ["emails"];
    case "note":
      return ["notes"];
    case "change":
      return /^payment-|refund/.test(entry.what) ? ["payments", "changes"] : ["changes"];
  }
};

export const matchesFilter = (entry: TimelineEntry, filter: TimelineFilter): boolean =>
  filter === "" || filtersOf(entry).includes(filter);

/** One line of a timeline: `title` is emphasised and `text` continues it, `facts` are in a lighter tone. */
export type TimelineLine = {
  title: string;
  text: string;
  /** A problem with the delivery of an email. */
  problem?: string;
  facts: string[];
  /** Shown below the opened line, if the line leaves something out. */
  details: string[];
};

/**
 * Tells an entry in one line: `Paid KES 15,500 by M-Pesa, SK12ABC, receipt delivered`. The facts name the subscription
 * if `named`.
 */
export function lineOf(entry: TimelineEntry, { named }: { named: boolean }): TimelineLine {
  const service = (named && entry.service) || "";
  switch (entry.kind) {
    case "payment":
      return paymentLine(entry, service);
    case "email":
      return emailLine(entry, service);
    case "change":
      return changeLine(entry);
    case "message":
      return writtenLine("Message from their address", entry.text, []);
    case "note":
      return writtenLine("Note", entry.text || "The text was erased.", [entry.name]);
  }
}

function paymentLine(payment: EntryOf<"payment">, service: string): TimelineLine {
  const { receipt, periods = 1, part, period, credit, currency } = payment;
  const state = receipt && ["receipt", receipt.number, stateText(receipt.state)].filter(Boolean).join(" ");
  const isProblem = receipt && hasProblem(receipt.state);
  const how = [part && periods === 1 && "in part", meansText(payment.method)].filter(Boolean).join(" ");
  const text = [how, payment.reference, !isProblem && state].filter(Boolean).join(", ");
  return {
    title: `Paid ${amountText(payment)}`,
    text: how ? ` ${text}` : text && `, ${text}`,
    ...(isProblem && state && { problem: upperFirst(state) }),
    facts: [
      service,
      chargesText(period, periods, part),
      credit ? `${amountText({ amount: credit, currency })} kept as credit` : "",
      payment.recorded_on ? `recorded ${formatDay(payment.recorded_on)}` : "",
      reasonText(receipt?.reason),
    ].filter(Boolean),
    details: [],
  };
}

/** `first` is the earliest period; a one-off is none. */
function chargesText(first: Day | undefined, count: number, part: true | undefined): string {
  if (count === 1) return first === undefined ? "" : `due ${formatDay(first)}`;
  const since = first === undefined ? "" : ` from ${formatDay(first)}`;
  return `${counted(count, "charge")}${since}${part ? ", the last in part" : ""}`;
}

function emailLine(
  { email, state, period, periods = 1, amounts, resend, reason, receipt_number }: EntryOf<"email">,
  service: string,
): TimelineLine {
  return {
    title: [emailKindNames[email], receipt_number].filter(Boolean).join(" "),
    ...(hasProblem(state)
      ? { text: "", problem: upperFirst(stateText(state)) }
      : { text: `, ${stateText(state)}` }),
    facts: [
      service,
      `${wordsBefore(email)} ${formatDay(period)}${periods > 1 ? ` and ${counted(periods - 1, "more charge")}` : ""}`,
      amounts ? formatSums(toSums(amounts), "USD") : "",
      resend ? "sent by hand" : "",
      reasonText(reason),
    ].filter(Boolean),
    details: [],
  };
}

/** Says which day of an email follows. */
function wordsBefore(email: EmailKind): string {
  if (isReceipt(email)) return "paid";
  if (email === "statement") return "up to";
  return email === "price" || email === "price-withdrawn" ? "from" : "due";
}

const isReceipt = (email: EmailKind) => email === "receipt" || email === "correction";
const hasProblem = (state: ReminderState) => (problemStates as readonly ReminderState[]).includes(state);
const stateText = (state: ReminderState) => reminderStateNames[state].toLowerCase();
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The client is known, so the sentence leaves the name out; its values open below if they are not in it. */
function changeLine({ what, ...entry }: EntryOf<"change">): TimelineLine {
  const change = { ...entry, kind: what };
  const parts = sentenceOf({ ...change, client_id: "this", client_name: "this" });
  const sentence = parts
    .map((part, index) => {
      if (typeof part !== "string") return "";
      const isBeforeName = typeof parts[index + 1] === "object";
      return isBeforeName ? part.replace(/(?: (?:of|for|from|to|about))? $/, "") : part;
    })
    .join("");
  const details = differences(change);
  const isSaid = (detail: string) => sentence.endsWith(detail.replace(/^[^:]*: /, ""));
  return {
    title: entry.name,
    text: sentence.slice(entry.name.length),
    facts: [],
    details: details.every(isSaid) ? [] : details,
  };
}

/** About as much as one line holds. */
const MAX_TEXT_LENGTH = 80;

function writtenLine(title: string, text: string, facts: string[]): TimelineLine {
  const [line = ""] = text.split("\n", 1);
  const isShort = line === text && text.length <= MAX_TEXT_LENGTH;
  return {
    title,
    text: isShort ? `: ${text}` : `: ${line.slice(0, MAX_TEXT_LENGTH).trimEnd()}…`,
    facts,
    details: isShort ? [] : [text],
  };
}

/** A name for each payment among these, for its buttons: `payment for Oct 31, 2026`. */
export const paymentNames = (entries: readonly TimelineEntry[]) =>
  distinctNames(
    entries.filter((entry) => entry.kind === "payment"),
    (payment) => `payment ${whatItPays(payment)}`,
    (payment) => `${amountText(payment)}, paid ${formatDay(payment.paid_on)}`,
  );

function whatItPays({ period, periods = 1, credit, amount, paid_on }: EntryOf<"payment">): string {
  if (period !== undefined) return `for ${formatDay(period)}${periods > 1 ? ` and ${periods - 1} more` : ""}`;
  return credit === amount ? "of credit" : `of ${formatDay(paid_on)}`;
}
