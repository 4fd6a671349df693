import type { Day } from "../day.ts";
import { type Email, renderEmail } from "./email.ts";
import { writtenDay } from "./reminder-words.ts";

/** How many days a temporary password holds. */
export const invitationDays = 7;

/** Cognito puts the person's own login and temporary password, or the code they asked for, in these places. */
export const loginPlace = "{username}";
export const secretPlace = "{####}";

/** What is known of the person, the company and where its back-office stands; each may be empty. */
export type About = { name: string; company: string; site: string };

/** Cognito refuses a longer subject. */
const longestSubject = 140;

const backOfficeOf = (company: string) => (company ? `the back-office of ${company}` : "the back-office");
const greeting = (name: string) => (name ? [{ paragraph: `Dear ${name},` }] : []);
const writer = (company: string) => ({ name: company || "Your back-office", lines: [] });
const subjectOf = (subject: string) =>
  subject.length > longestSubject ? `${subject.slice(0, longestSubject - 1).toWellFormed()}…` : subject;

/** `until` is the last day on which the password surely holds. */
export function invitationEmail(
  { name, company, site }: About,
  until: Day,
  login = loginPlace,
  password = secretPlace,
): Email {
  return renderEmail(
    subjectOf(`Your invitation to ${backOfficeOf(company)}`),
    [
      ...greeting(name),
      { paragraph: `You have been invited to ${backOfficeOf(company)}.` },
      ...(site ? [{ button: "Sign in", href: `${site}/admin` }] : []),
      {
        facts: [
          ["Sign in as", login],
          ["Password", password],
          ["Valid until", writtenDay(until)],
        ],
      },
      { paragraph: "The password is temporary: you choose your own when you sign in." },
      { paragraph: "If you did not expect this, you need not do anything." },
    ],
    writer(company),
  );
}

export function resetCodeEmail({ name, company, site }: About, code = secretPlace): Email {
  return renderEmail(
    "Your code for a new password",
    [
      ...greeting(name),
      { paragraph: `This is the code with which you choose a new password for ${backOfficeOf(company)}.` },
      { figure: code },
      { paragraph: "It holds for an hour, and works once." },
      ...(site ? [{ button: "Back to the back-office", href: `${site}/admin` }] : []),
      { paragraph: "If you did not ask for it, you need not do anything; your password stays as it is." },
    ],
    writer(company),
  );
}
