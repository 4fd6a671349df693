import { type Letter, letter, type Writer } from "./letter.ts";
import { formatCents, toCents } from "./money.ts";
import {
  alreadyPaid,
  type ReminderFacts,
  reminderSentence,
  reminderSubject,
  signatureOf,
  writtenDay,
} from "./reminder-words.ts";
import type { Settings } from "./settings.ts";

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

/** The letter that tells a client what is due, or was. */
export function reminderLetter(facts: Omit<ReminderFacts, "company">, company: Profile): Letter {
  const named = { ...facts, company: company.company_name };
  const reach = [company.company_phone, company.company_email].filter(Boolean).join(" or ");
  const ask = reach ? `reply to this letter or reach us at ${reach}` : "reply to this letter";
  const next =
    facts.kind === "upcoming"
      ? `Please pay by ${writtenDay(facts.period)}, in the way you usually do. To ask how, or to change anything, ${ask}.`
      : `Please pay in the way you usually do, or tell us if something is wrong: ${ask}.`;
  return letter(
    reminderSubject(named),
    [
      { paragraph: `Dear ${facts.client},` },
      { paragraph: reminderSentence(named) },
      { figure: formatCents(toCents(facts.amount)) },
      { paragraph: next },
      { paragraph: alreadyPaid },
    ],
    writerOf(company),
  );
}
