import { answerHours } from "../contact-form.ts";
import { type Email, renderEmail } from "./email.ts";

/** `answerable`: whether a reply to the email reaches the visitor. */
type ContactMessage = { name: string; email: string; phone: string; message: string; answerable: boolean };

const howToAnswer = ({ email, phone, answerable }: ContactMessage): string =>
  answerable
    ? "Reply to this email to answer."
    : `A reply to this email would not reach the visitor: our mail service cannot write to the address they gave. Write to ${email} from a mail program that can${phone ? `, or call ${phone}` : ""}.`;

export const contactEmail = (contact: ContactMessage): Email => {
  const { name, email, phone, message } = contact;
  return renderEmail(
    `Message from ${name}`,
    [
      { paragraph: `${name} wrote through the contact form:` },
      { quotation: message },
      {
        facts: [
          ["Name", name],
          ["Email", email],
          ["Phone", phone || "not given"],
        ],
      },
      {
        paragraph: `The site promises an answer within ${answerHours} hours. ${howToAnswer(contact)}`,
      },
    ],
    { name: "Your site's contact form", lines: [] },
  );
};
