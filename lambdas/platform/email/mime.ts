import MailComposer from "nodemailer/lib/mail-composer";
import { encodeWord } from "nodemailer/lib/mime-funcs";
import type { Email } from "../../../shared/emails/email.ts";

export type Recipient = { email: string; name?: string | undefined };

export type Attachment = { filename: string; contentType: string; content: Buffer };

export type Envelope = {
  /** Our address. */
  from: string;
  /** The sender's name, before our address. */
  name?: string | undefined;
  to: string;
  /** Who gets the same email, and is seen by all who get it. */
  cc?: readonly Recipient[] | undefined;
  replyTo?: string | undefined;
  /** The id of a thread: mail programs show the emails of a thread together. */
  thread?: string | undefined;
  attachments?: readonly Attachment[] | undefined;
};

/** One line of well-formed text: a line break would start another header, or another address. */
const lineOf = (text: string) => text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

/** An encoded word has at most 75 characters. */
const MAX_WORD_LENGTH = 75;
/** A line has at most 998 characters (RFC 5322), and cannot be folded within a word. */
const MAX_PLAIN_LENGTH = 200;

/** Mail programs decode text that looks like an encoded word, so it is encoded too. The composer encodes what is not ASCII. */
const subjectOf = (text: string): string =>
  text.includes("=?") || text.length > MAX_PLAIN_LENGTH ? encodeWord(text, "B", MAX_WORD_LENGTH) : text;

const addressOf = ({ email, name = "" }: Recipient) => ({ address: lineOf(email), name: lineOf(name) });

/** A MIME message with the email as text and as HTML. It says that no person sent it, so nobody's holiday answers it. */
export function mimeMessage(
  { subject, text, html }: Email,
  { from, name, to, cc = [], replyTo, thread, attachments = [] }: Envelope,
): Promise<Buffer> {
  const message = new MailComposer({
    from: addressOf({ email: from, name }),
    to: addressOf({ email: to }),
    cc: cc.map(addressOf),
    ...(replyTo && { replyTo: addressOf({ email: replyTo }) }),
    ...(thread && { inReplyTo: thread, references: thread }),
    subject: subjectOf(lineOf(subject)),
    text: text.toWellFormed(),
    html: html.toWellFormed(),
    attachments: [...attachments],
    headers: {
      "Auto-Submitted": "auto-generated",
      // Exchange and Outlook look at this one instead.
      "X-Auto-Response-Suppress": "OOF, AutoReply",
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message.compile().build();
}
