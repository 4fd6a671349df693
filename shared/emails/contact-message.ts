import { ANSWER_HOURS, type Answer, type ContactForm } from "../messages/contact-form.ts";
import { type Email, renderEmail } from "./email.ts";
import { messageScreen } from "./screens.ts";

/** `canReply`: whether a reply to the email reaches the visitor. */
type ContactMessage = ContactForm & {
  reference: string;
  product?: string | undefined;
  answers?: readonly Answer[] | undefined;
  canReply: boolean;
};

const replyText = ({ email, phone, canReply }: ContactMessage): string =>
  canReply
    ? "Reply to this email to answer."
    : `A reply to this email would not reach the visitor: our mail service cannot send to their address. Write to ${email} from another mail program${phone ? `, or call ${phone}` : ""}.`;

export const contactEmail = (contact: ContactMessage, site = ""): Email => {
  const { reference, name, email, phone, message, product, answers = [] } = contact;
  return renderEmail(
    product ? `Quote for ${product}: ${name}` : `Message from ${name}`,
    [
      { paragraph: `${name} sent a message through the contact form:` },
      { quotation: message },
      ...(site ? [{ button: "Open the message", href: `${site}/admin/${messageScreen(reference)}` }] : []),
      {
        facts: [
          ...(product ? ([["Product", product]] satisfies [[string, string]]) : []),
          // A colon follows.
          ...answers.map(({ question, answer }): [string, string] => [question.replace(/\?$/, ""), answer]),
          ["Name", name],
          ["Email", email],
          ["Phone", phone || "not given"],
          ["Reference", reference],
        ],
      },
      {
        paragraph: `The site promises an answer within ${ANSWER_HOURS} hours. ${replyText(contact)}`,
      },
    ],
    { name: "Your site's contact form", lines: [] },
  );
};
