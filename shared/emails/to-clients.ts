import { formatCents, toCents } from "../money.ts";
import type { Settings } from "../settings.ts";
import { type Email, renderEmail, type Writer } from "./email.ts";
import {
  alreadyPaid,
  type ReminderFacts,
  reminderSentence,
  reminderSubject,
  signatureOf,
  writtenDay,
} from "./reminder-words.ts";

type Profile = Pick<
  Settings,
  "company_name" | "company_address" | "company_phone" | "company_email" | "company_website"
>;

/** The company as the one who writes, from its profile. */
export const writerOf = (company: Profile): Writer => ({
  name: signatureOf(company.company_name),
  lines: [
    ...company.company_address.split("\n"),
    company.company_phone,
    company.company_email,
    company.company_website,
  ],
});

/** The email that tells a client what is due, or was. */
export function reminderEmail(facts: Omit<ReminderFacts, "company">, company: Profile): Email {
  const named = { ...facts, company: company.company_name };
  // Answers go to the company's address; without one nobody would read them.
  const ask = [
    company.company_email && "reply to this email",
    company.company_phone && `call ${company.company_phone}`,
  ].filter(Boolean);
  const next =
    facts.kind === "upcoming"
      ? `Please pay by ${writtenDay(facts.period)}, in the way you usually do.`
      : "Please pay in the way you usually do, or tell us if something is wrong.";
  const questions = ask.length > 0 ? ` To ask how, or to change anything, ${ask.join(" or ")}.` : "";
  return renderEmail(
    reminderSubject(named),
    [
      { paragraph: `Dear ${facts.client},` },
      { paragraph: reminderSentence(named) },
      { figure: formatCents(toCents(facts.amount)) },
      { paragraph: `${next}${questions}` },
      { paragraph: alreadyPaid },
    ],
    writerOf(company),
  );
}
