import type { Day } from "../day.ts";
import { type Email, renderEmail } from "./email.ts";
import { formatEmailDay } from "./reminder-text.ts";

/** How long a temporary password is valid. */
export const INVITATION_DAYS = 7;

/** Cognito replaces these by the login and by the temporary password or code. */
export const LOGIN_PLACEHOLDER = "{username}";
export const SECRET_PLACEHOLDER = "{####}";

/** The name of the person, the name of the company and the address of the site; each can be empty. */
export type StaffEmailFacts = { name: string; company: string; site: string };

/** Cognito's limit. */
const MAX_SUBJECT_LENGTH = 140;

const backOfficeOf = (company: string) => (company ? `the back-office of ${company}` : "the back-office");
const greeting = (name: string) => (name ? [{ paragraph: `Dear ${name},` }] : []);
const senderFor = (company: string) => ({ name: company || "Your back-office", lines: [] });
const shortenSubject = (subject: string) =>
  subject.length > MAX_SUBJECT_LENGTH
    ? `${subject.slice(0, MAX_SUBJECT_LENGTH - 1).toWellFormed()}…`
    : subject;

/** `until` is the last full day on which the password is valid. */
export function invitationEmail(
  { name, company, site }: StaffEmailFacts,
  until: Day,
  login = LOGIN_PLACEHOLDER,
  password = SECRET_PLACEHOLDER,
): Email {
  return renderEmail(
    shortenSubject(`Your invitation to ${backOfficeOf(company)}`),
    [
      ...greeting(name),
      { paragraph: `You have been invited to ${backOfficeOf(company)}.` },
      ...(site ? [{ button: "Sign in", href: `${site}/admin` }] : []),
      {
        facts: [
          ["Sign in as", login],
          ["Password", password],
          ["Valid until", formatEmailDay(until)],
        ],
      },
      { paragraph: "The password is temporary. You choose your own when you sign in." },
      { paragraph: "If you did not expect this email, you can ignore it." },
    ],
    senderFor(company),
  );
}

export function resetCodeEmail({ name, company, site }: StaffEmailFacts, code = SECRET_PLACEHOLDER): Email {
  return renderEmail(
    "Your code for a new password",
    [
      ...greeting(name),
      { paragraph: `Use this code to choose a new password for ${backOfficeOf(company)}.` },
      { figure: code },
      { paragraph: "It is valid for one hour and works once." },
      ...(site ? [{ button: "Open the back-office", href: `${site}/admin` }] : []),
      { paragraph: "If you did not ask for it, you can ignore this email. Your password does not change." },
    ],
    senderFor(company),
  );
}
