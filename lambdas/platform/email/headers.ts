/** Mail programs would decode this text (RFC 2047). It is encoded, so that they show it as typed. */
const looksEncoded = /=\?/;

/** An encoded word has at most 75 characters, with room for this number of bytes. */
const MAX_WORD_BYTES = 45;

/** Text as encoded words (RFC 2047). No character is split. The spaces between the words are not part of the text. */
function encodedWords(text: string): string {
  const words = [""];
  for (const character of text.toWellFormed()) {
    if (Buffer.byteLength(words.at(-1) + character) > MAX_WORD_BYTES) words.push("");
    words[words.length - 1] += character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
}

/** A quoted string (RFC 5322), or a single encoded word if the name is not ASCII. */
export function displayName(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name) && !looksEncoded.test(name)) return `"${name.replace(/["\\]/g, "")}"`;
  return encodedWords(name).split(" ")[0] ?? "";
}

/** SES encodes subjects that are not ASCII, but not those that look encoded already. */
export const subjectHeader = (subject: string): string =>
  looksEncoded.test(subject) ? encodedWords(subject) : subject;
