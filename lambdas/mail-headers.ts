/** What a mail program would decode (RFC 2047), though somebody typed it: it is encoded once more, to be shown as typed. */
const looksEncoded = /=\?/;

/** So many bytes of text fit into one encoded word, which is at most 75 characters long. */
const bytesOfWord = 45;

/** Text as encoded words, each of whole characters; the spaces between them are not part of it. */
function encodedWords(text: string): string {
  const words = [""];
  for (const character of text.toWellFormed()) {
    if (Buffer.byteLength(words.at(-1) + character) > bytesOfWord) words.push("");
    words[words.length - 1] += character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join(" ");
}

/** RFC 5322's quoted string; encoded where there is more than ASCII, and then of one word. */
export function displayName(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name) && !looksEncoded.test(name)) return `"${name.replace(/["\\]/g, "")}"`;
  return encodedWords(name).split(" ")[0] ?? "";
}

/** A subject as it is to be shown: SES encodes what is not ASCII, and leaves alone what looks encoded. */
export const subjectHeader = (subject: string): string =>
  looksEncoded.test(subject) ? encodedWords(subject) : subject;
