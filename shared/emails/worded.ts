import * as z from "zod/mini";
import { type Day, daysBetween } from "../day.ts";
import { Language } from "../languages.ts";
import { line, lines } from "../text.ts";

// The words of the emails to clients that are one's own to choose: text with named places, never markup.

export const WordedEmail = z.enum(["upcoming", "overdue", "overdue-14", "overdue-30", "receipt"]);
export type WordedEmail = z.output<typeof WordedEmail>;
export const isWorded = (email: string): email is WordedEmail => WordedEmail.safeParse(email).success;

/** Which reminder speaks of a period on a day: its tone follows how late it is. */
export function reminderTone(period: Day, today: Day): Exclude<WordedEmail, "receipt"> {
  const late = daysBetween(period, today);
  if (late <= 0) return "upcoming";
  return late < 14 ? "overdue" : late < 30 ? "overdue-14" : "overdue-30";
}

/** What each is called where staff choose its words. */
export const wordedNames: Record<WordedEmail, string> = {
  upcoming: "Renewal reminder",
  overdue: "Overdue reminder",
  "overdue-14": "Overdue for 14 days",
  "overdue-30": "Overdue for 30 days",
  receipt: "Receipt",
};

const longest = 4_000;

/** An empty line parts paragraphs. Every part but the subject and the opening may be empty, and is left out then. */
export const Words = z.strictObject({
  subject: line("subject", 200).check(z.minLength(1, "Please give the subject.")),
  /** Above the amount. */
  opening: lines("words above the amount", longest).check(
    z.minLength(1, "Please give the words above the amount."),
  ),
  /** Below the table. */
  request: lines("words below the table", longest),
  /** At the end. */
  closing: lines("words at the end", longest),
});
export type Words = z.output<typeof Words>;
export type WordsPart = keyof Words;
export const wordsParts = Object.keys(Words.shape) as WordsPart[];

export const OwnWords = z.object({ ...Words.shape, email: WordedEmail, language: Language });
export type OwnWords = z.output<typeof OwnWords>;

/** In their place stands what is so of the client who reads. */
const everywhere = ["client", "service", "amount", "due", "period", "reference", "frequency"] as const;
export type Placeholder = (typeof everywhere)[number] | "days" | "paid";
export const placeholdersOf = (email: WordedEmail): readonly Placeholder[] => [
  ...everywhere,
  email === "receipt" ? "paid" : "days",
];

const place = /\{([^{}]*)\}/g;

/** Why words cannot be used for an email; undefined when they can. */
export function problemOf(email: WordedEmail, words: string): string | undefined {
  const known = placeholdersOf(email);
  const unknown = [...words.matchAll(place)].find(([, name]) => !known.some((one) => one === name));
  if (unknown)
    return `There is no placeholder ${unknown[0]} in this email. There are ${known.map((name) => `{${name}}`).join(", ")}.`;
  const loose = /[{}]/.exec(words.replace(place, ""));
  return loose ? `A ${loose[0]} stands alone: braces are for placeholders, such as {client}.` : undefined;
}

export function problemsOf(email: WordedEmail, words: Words): Partial<Record<WordsPart, string>> {
  const found = wordsParts.map((part) => [part, problemOf(email, words[part])] as const);
  return Object.fromEntries(found.filter(([, problem]) => problem));
}

/** What stands in each place; `plan` is what is said of a subscription whose service is not known. */
export type Values = Record<Exclude<Placeholder, "days" | "paid">, string> & {
  days?: string;
  paid?: string;
  plan: string;
};

/**
 * Puts the values in their places, once: what looks like a place within a value stays as it is. Without a service, its
 * brackets go, and anywhere else the subscription is named by how often it is paid.
 */
export function fill(words: string, { plan, ...values }: Values): string {
  const bracketed = values.service ? words : words.replace(/ ?\(\{service\}\)/g, "");
  return bracketed.replace(place, (whole, name: string) =>
    name === "service" ? values.service || plan : ((values as Record<string, string>)[name] ?? whole),
  );
}

export const paragraphsOf = (words: string): string[] =>
  words
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
