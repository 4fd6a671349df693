import { isBlank } from "../blank.ts";

/** A visitor fills these in. Separate from the schema, so that the public page needs no schema library. */
export type ContactForm = { name: string; email: string; phone: string; message: string };

/** A question of "Get Quote" about a product, and the visitor's answer. */
export type Answer = { question: string; answer: string };

/** The site promises an answer within this time. */
export const ANSWER_HOURS = 24;

export const contactTexts = {
  missing: "Please fill in all required fields (Name, Email, and Message).",
  badEmail: "Please provide a valid email address.",
  sent: `Thank you for your message! We'll get back to you within ${ANSWER_HOURS} hours.`,
  busy: "We are receiving many messages. Yours is saved and will be sent again automatically. Please keep this page open.",
  failed: "Sorry, there was an error sending your message. Please try again.",
} as const;

/** The maximum length of each field, in characters. */
export const contactLimits = {
  name: 200,
  email: 254,
  phone: 50,
  message: 5_000,
  product: 100,
  question: 150,
  answer: 200,
} as const;

/** Text, an at sign, text, a dot, text; without whitespace. */
const simpleEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const isEmail = (email: string): boolean => simpleEmail.test(email);

/** The error to show the visitor; undefined if the form can be sent. */
export function contactProblem(form: Pick<ContactForm, "name" | "email" | "message">): string | undefined {
  if ([form.name, form.email, form.message].some(isBlank)) return contactTexts.missing;
  if (!isEmail(form.email.trim())) return contactTexts.badEmail;
  return undefined;
}
