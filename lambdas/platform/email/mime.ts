import { randomUUID } from "node:crypto";
import type { Email } from "../../../shared/emails/email.ts";

/** An encoded word has at most 75 characters, with room for this number of bytes. */
const MAX_WORD_BYTES = 45;
/** A header with a longer value is folded (RFC 5322: at most 998 characters). */
const MAX_PLAIN_LENGTH = 200;

/** Text as encoded words (RFC 2047), one on each line. No character is split. */
function encodedWords(text: string): string {
  const words = [""];
  for (const character of text) {
    if (Buffer.byteLength(words.at(-1) + character) > MAX_WORD_BYTES) words.push("");
    words[words.length - 1] += character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join("\r\n ");
}

/** Mail programs decode text that looks like an encoded word, so it is encoded too. */
const isPlain = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) && !text.includes("=?") && text.length <= MAX_PLAIN_LENGTH;

/** One line of well-formed text: a line break would start another header. */
const lineOf = (text: string) => text.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, " ");

const subjectOf = (text: string): string => (isPlain(text) ? text : encodedWords(text));

/** A quoted string (RFC 5322), or encoded words. */
const nameOf = (text: string): string =>
  isPlain(text) ? `"${text.replace(/["\\]/g, "")}"` : encodedWords(text);

const base64 = (text: string): string =>
  Buffer.from(text.toWellFormed()).toString("base64").replace(/.{76}/g, "$&\r\n");

const part = (type: string, text: string): string =>
  `Content-Type: ${type}; charset=UTF-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(text)}\r\n`;

export type Envelope = {
  /** Our address. */
  from: string;
  /** The sender's name, before our address. */
  name?: string | undefined;
  to: string;
  replyTo?: string | undefined;
  /** The id of a thread: mail programs show the emails of a thread together. */
  thread?: string | undefined;
};

/** A MIME message with the email as text and as HTML. It says that no person sent it, so nobody's holiday answers it. */
export function mimeMessage({ subject, text, html }: Email, { from, name, to, replyTo, thread }: Envelope) {
  const boundary = `=_${randomUUID()}`;
  const headers = {
    From: name ? `${nameOf(lineOf(name))} <${from}>` : from,
    To: lineOf(to),
    "Reply-To": replyTo && lineOf(replyTo),
    Subject: subjectOf(lineOf(subject)),
    "Auto-Submitted": "auto-generated",
    // Exchange and Outlook look at this one instead.
    "X-Auto-Response-Suppress": "OOF, AutoReply",
    "In-Reply-To": thread,
    References: thread,
    "MIME-Version": "1.0",
    "Content-Type": `multipart/alternative; boundary="${boundary}"`,
  };
  const lines = Object.entries(headers).flatMap(([header, value]) => (value ? `${header}: ${value}` : []));
  const parts = [part("text/plain", text), part("text/html", html)].map(
    (bodyPart) => `--${boundary}\r\n${bodyPart}`,
  );
  return `${lines.join("\r\n")}\r\n\r\n${parts.join("")}--${boundary}--\r\n`;
}
