import { ANSWER_HOURS } from "../messages/contact-form.ts";
import { type Email, renderEmail } from "./email.ts";

/** `canReply`: whether a reply to the email reaches the visitor. */
type ContactMessage = { name: string; email: string; phone: string; message: string; canReply: boolean };

const replyText = ({ email, phone, canReply }: ContactMessage): string =>
  canReply
    ? "Reply to this email to answer."
    : `A reply to this email would not reach the visitor: our mail service cannot send to their address. Write to ${email} from another mail program${phone ? `, or call ${phone}` : ""}.`;

export const contactEmail = (contact: ContactMessage): Email => {
  const { name, email, phone, message } = contact;
  return renderEmail(
    `Message from ${name}`,
    [
      { paragraph: `${name} sent a message through the contact form:` },
      { quotation: message },
      {
        facts: [
          ["Name", name],
          ["Email", email],
          ["Phone", phone || "not given"],
        ],
      },
      {
        paragraph: `The site promises an answer within ${ANSWER_HOURS} hours. ${replyText(contact)}`,
      },
    ],
    { name: "Your site's contact form", lines: [] },
  );
};
