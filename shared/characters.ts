// Cleans typed text: visible characters stay; invisible ones become ordinary spaces or are removed.

import { isBlank } from "./blank.ts";

/** Control characters except the line break, bidirectional overrides and isolates, noncharacters. */
const HARMFUL = String.raw`\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFDD0-\uFDEF\uFFFE\uFFFF`;

/** Text without harmful characters. No classes and no flags, so that JSON Schema validators in other languages accept them. */
export const safeLine = new RegExp(`^[^\\n${HARMFUL}]*$`);
export const safeLines = new RegExp(`^[^${HARMFUL}]*$`);

/** Lone surrogates, and the noncharacters that a pattern without flags cannot name. */
const MALFORMED = String.raw`\p{Cs}\p{Noncharacter_Code_Point}`;
const malformed = new RegExp(`[${MALFORMED}]`, "u");
export const isWellFormed = (text: string): boolean => !malformed.test(text);

/** Most text: it needs no cleaning. */
const printableAscii = /^[\x20-\x7e\n]*$/;

const brokenLine = /\r\n?|[\v\f\x85\u2028\u2029]/g;
const space = /[\t\p{Zs}]/gu;

/** Zero-width characters: soft hyphens, word joiners, byte order marks, annotations. */
const unseen = /[\u00AD\u200B\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB]/;
/** Joiners have a meaning in Arabic, Indic and related scripts, and between the parts of an emoji. */
const joined = String.raw`[\u0620-\u109F\u1780-\u18AF\uFB50-\uFDFF\uFE70-\uFEFC]`;
const emoji = String.raw`\p{ExtPict}[\uFE0F\p{EMod}]?`;
// Each lookbehind follows its character, so that the text is read only once.
const joiner = String.raw`\u200C(?<!${joined}\p{M}*\u200C)|\u200D(?<!(?:${joined}\p{M}*|${emoji})\u200D)|\u200D(?!\p{ExtPict})(?<=${emoji}\u200D)`;
/** Variation selectors have a meaning only after emoji, keycaps and Chinese characters. */
const variation =
  /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}](?<![\p{ExtPict}\p{Script=Han}][\uFE00-\uFE0F\u{E0100}-\u{E01EF}])(?!\u20E3)/u;
/** Tag characters are invisible; only regional flags use them. */
const tag = /[\u{E0000}-\u{E007F}](?<!\u{1F3F4}[\u{E0020}-\u{E007F}]{0,7}[\u{E0000}-\u{E007F}])/u;
const zeroWidth = new RegExp([unseen.source, joiner, variation.source, tag.source].join("|"), "gu");

/** They matter only in text that has right-to-left letters. */
const directionMark = /[\u061C\u200E\u200F]/g;
const rightToLeft = /[\u0590-\u061B\u061D-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** Phones put these around a copied number or name. Around the whole text they change nothing. */
const wrapped = /^\s*[\u202A\u202B\u2066-\u2068]([^\u202A-\u202E\u2066-\u2069]*)[\u202C\u2069]\s*$/;

/** No real letter has more marks. Normalization takes quadratic time for longer runs. */
const MAX_MARKS = 30;
const excessMarks = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, "gu");
const limitMarks = (text: string): string => text.replace(excessMarks, "$1");

/** Text of several lines in NFC, with ordinary line breaks and spaces, and nothing invisible. */
export function normalizeText(text: string): string {
  if (printableAscii.test(text)) return text;
  const needsDirection = rightToLeft.test(text);
  const visible = text
    .replace(brokenLine, "\n")
    .replace(space, " ")
    .replace(zeroWidth, "")
    .replace(directionMark, needsDirection ? "$&" : "")
    .replace(wrapped, "$1");
  // NFC can turn one mark into two.
  const composed = limitMarks(limitMarks(visible).normalize("NFC"));
  return isBlank(composed) ? "" : composed;
}

/** The same for one line: unusual line separators become spaces. Ordinary line breaks stay, and the schema refuses them. */
export const normalizeLine = (text: string): string =>
  normalizeText(text.replace(/[\v\f\x85\u2028\u2029]/g, " "));

const harmfulOrMalformed = new RegExp(`(?![\\t\\r])[${HARMFUL}${MALFORMED}]`, "gu");

/** Replaces harmful characters in stored text by U+FFFD. */
export const replaceHarmful = (text: string): string =>
  printableAscii.test(text) ? text : text.replace(harmfulOrMalformed, "\uFFFD");
