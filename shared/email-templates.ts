import * as z from "zod/mini";
import { type Day, daysBetween } from "./day.ts";
import { Language } from "./languages.ts";
import { Count, line, lines } from "./text.ts";

// The templates of emails to clients, which staff can edit: text with placeholders, never markup.

export const TemplatedEmail = z.enum(["upcoming", "overdue", "overdue-14", "overdue-30", "receipt"]);
export type TemplatedEmail = z.output<typeof TemplatedEmail>;
export const isTemplated = (email: string): email is TemplatedEmail =>
  TemplatedEmail.safeParse(email).success;

export type ReminderTone = Exclude<TemplatedEmail, "receipt">;

/** The template for a period on a day: the tone depends on how late it is. */
export function reminderTone(period: Day, today: Day): ReminderTone {
  const late = daysBetween(period, today);
  if (late <= 0) return "upcoming";
  return late < 14 ? "overdue" : late < 30 ? "overdue-14" : "overdue-30";
}

/** Names on screen. */
export const templateNames: Record<TemplatedEmail, string> = {
  upcoming: "Renewal reminder",
  overdue: "Overdue reminder",
  "overdue-14": "Overdue for 14 days",
  "overdue-30": "Overdue for 30 days",
  receipt: "Receipt",
};

const MAX_PART_LENGTH = 4_000;

/** An empty line separates paragraphs. `request` and `closing` can be empty. */
export const Template = z.strictObject({
  subject: line("subject", 200).check(z.minLength(1, "Please give the subject.")),
  /** Above the amount. */
  opening: lines("text above the amount", MAX_PART_LENGTH).check(
    z.minLength(1, "Please give the text above the amount."),
  ),
  /** Below the table. */
  request: lines("text below the table", MAX_PART_LENGTH),
  /** At the end. */
  closing: lines("text at the end", MAX_PART_LENGTH),
});
export type Template = z.output<typeof Template>;
export type TemplatePart = keyof Template;
export const templateParts = Object.keys(Template.shape) as TemplatePart[];

export const SavedTemplate = z.object({ ...Template.shape, email: TemplatedEmail, language: Language });
export type SavedTemplate = z.output<typeof SavedTemplate>;

/** `version` counts the changes of all templates. */
export const EmailTemplates = z.object({ words: z.array(SavedTemplate), version: Count });
export type EmailTemplates = z.output<typeof EmailTemplates>;

/** The placeholders of every template. */
const commonPlaceholders = [
  "client",
  "service",
  "amount",
  "due",
  "period",
  "reference",
  "frequency",
] as const;
export type Placeholder = (typeof commonPlaceholders)[number] | "days" | "paid";
export const placeholdersOf = (email: TemplatedEmail): readonly Placeholder[] => [
  ...commonPlaceholders,
  email === "receipt" ? "paid" : "days",
];

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Why a text cannot be used in a template; undefined if it can. */
export function placeholderProblem(email: TemplatedEmail, text: string): string | undefined {
  const supported = placeholdersOf(email);
  const unknown = [...text.matchAll(PLACEHOLDER)].find(
    ([, name]) => !supported.some((placeholder) => placeholder === name),
  );
  if (unknown)
    return `There is no placeholder ${unknown[0]} in this email. Use ${supported.map((name) => `{${name}}`).join(", ")}.`;
  const strayBrace = /[{}]/.exec(text.replace(PLACEHOLDER, ""));
  return strayBrace
    ? `There is a single ${strayBrace[0]}. Braces are for placeholders, such as {client}.`
    : undefined;
}

export function templateProblems(
  email: TemplatedEmail,
  template: Template,
): Partial<Record<TemplatePart, string>> {
  const problems = templateParts.map((part) => [part, placeholderProblem(email, template[part])] as const);
  return Object.fromEntries(problems.filter(([, problem]) => problem));
}

/** The value of each placeholder; `unnamedSubscription` names a subscription without a service. */
export type PlaceholderValues = Record<Exclude<Placeholder, "days" | "paid">, string> & {
  days?: string;
  paid?: string;
  unnamedSubscription: string;
};

/**
 * Replaces placeholders once; a value that looks like a placeholder stays as it is. Without a service, `({service})` is
 * removed, and `{service}` becomes the name of the subscription.
 */
export function fillPlaceholders(
  text: string,
  { unnamedSubscription, ...values }: PlaceholderValues,
): string {
  const shown = values.service ? text : text.replace(/ ?\(\{service\}\)/g, "");
  return shown.replace(PLACEHOLDER, (whole, name: string) =>
    name === "service"
      ? values.service || unnamedSubscription
      : ((values as Record<string, string>)[name] ?? whole),
  );
}

export const splitParagraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
