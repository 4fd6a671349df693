// What characters are to people: what they see and mean stays, what came along unseen becomes ordinary or goes.

import { isBlank } from "./blank.ts";

/** Control characters, halves of characters, and signs that turn the direction of what is written around them. */
export const harmful = String.raw`\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069`;

/** Most of what is typed, and most of what is stored: nothing in it is to be done. */
const ordinary = /^[\x20-\x7e\n]*$/;

const brokenLine = /\r\n?|[\v\f\x85\u2028\u2029]/g;
const space = /[\t\p{Zs}]/gu;

/** Signs without a width: soft hyphens, marks of where a word or a file begins, notes to software. */
const unseen = /[\u00AD\u200B\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB]/;
/** Joiners mean something within Arabic, Indic and related scripts, and between the parts of one emoji. */
const joined = String.raw`[\u0620-\u109F\u1780-\u18AF\uFB50-\uFDFF\uFE70-\uFEFC]`;
const emoji = String.raw`\p{ExtPict}[\uFE0F\p{EMod}]?`;
const joiner = String.raw`(?<!${joined}\p{M}*)\u200C|(?<!${joined}\p{M}*|${emoji})\u200D|(?<=${emoji})\u200D(?!\p{ExtPict})`;
/** Which form a sign has is asked of emoji, keycaps and Chinese characters alone. */
const variation = /(?<![\p{ExtPict}\p{Script=Han}])[\uFE00-\uFE0F\u{E0100}-\u{E01EF}](?!\u20E3)/u;
/** Letters nobody sees: but for the flags of a part of a country, which are spelt with them. */
const tag = /(?<!\u{1F3F4}[\u{E0020}-\u{E007F}]{0,7})[\u{E0000}-\u{E007F}]/u;
const zeroWidth = new RegExp([unseen.source, joiner, variation.source, tag.source].join("|"), "gu");

/** They say which way a sign without a direction is read, where some letters run from the right. */
const directionMark = /[\u061C\u200E\u200F]/g;
const rightToLeft = /[\u0590-\u061B\u061D-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** Phones put these around the whole of a number or a name that is copied; around the whole they turn nothing. */
const wrapped = /^\s*[\u202A\u202B\u2066-\u2068]([^\u202A-\u202E\u2066-\u2069]*)[\u202C\u2069]\s*$/;

/** Text of several lines as it is kept: composed (NFC), with ordinary line breaks and spaces, nothing unseen. */
export function tidied(text: string): string {
  if (ordinary.test(text)) return text;
  const shown = text
    .replace(brokenLine, "\n")
    .replace(space, " ")
    .replace(zeroWidth, "")
    .replace(directionMark, (mark) => (rightToLeft.test(text) ? mark : ""))
    .replace(wrapped, "$1")
    .normalize("NFC");
  return isBlank(shown) ? "" : shown;
}

/** The same of one line: what breaks lines only in some programs is a space. Line breaks proper stay, to be refused. */
export const tidiedLine = (text: string): string => tidied(text.replace(/[\v\f\x85\u2028\u2029]/g, " "));

const mended = new RegExp(`(?![\\t\\n\\r])[${harmful}]`, "gu");

/** Text from before a rule, or from past it: what could do harm is shown as what it is, a sign that is no sign. */
export const harmless = (text: string): string =>
  ordinary.test(text) ? text : text.replace(mended, "\uFFFD");
