import { MAX_LINES, tooMany } from "./limits.ts";
import type { Problem } from "./row.ts";

const signatures: [bytes: number[], what: string][] = [
  [[0xd0, 0xcf, 0x11, 0xe0], "an older Excel workbook, or one with a password"],
  [[0x25, 0x50, 0x44, 0x46], "a PDF"],
  [[0x89, 0x50, 0x4e, 0x47], "a picture"],
  [[0xff, 0xd8, 0xff], "a picture"],
];

const notText = (what: string): Problem => ({
  text: `This is ${what}, not an Excel workbook (XLSX) or a CSV file. Save or download it as one of these.`,
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: finds characters that text does not contain
const unprintable = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd]/;

/** The text of a file in the usual encodings of spreadsheets; lines end with a line feed. */
export function decode(bytes: Uint8Array): { text: string } | { problem: Problem } {
  if (bytes.length === 0) return { problem: { text: "The file is empty." } };
  const signature = signatures.find(([start]) => start.every((byte, place) => bytes[place] === byte));
  if (signature) return { problem: notText(signature[1]) };
  const decoded = textOf(bytes);
  if (["\n", "\r"].some((end) => isMoreThan(MAX_LINES, end, decoded)))
    return { problem: tooMany(MAX_LINES, "lines") };
  const text = decoded.replace(/\r\n?/g, "\n");
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text)) return { problem: notText("a web page") };
  const place = text.search(unprintable);
  if (place < 0) return text.trim() === "" ? { problem: { text: "The file is empty." } } : { text };
  const before = text.slice(0, place).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return {
    problem: {
      line: before.length,
      text: `There is an invalid character at column ${column}. The file is damaged, or not a text.`,
    },
  };
}

function isMoreThan(limit: number, part: string, text: string): boolean {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0 && count <= limit; at = text.indexOf(part, at + 1)) count += 1;
  return count > limit;
}

function textOf(bytes: Uint8Array): string {
  const encoding = utf16(bytes);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Detected by the byte order mark, or by the zero bytes beside Latin letters. */
function utf16(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const start = bytes.subarray(0, 1_000);
  const zeros = [0, 0];
  for (const [place, byte] of start.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > start.length / 4 && even === 0) return "utf-16le";
  if (even > start.length / 4 && odd === 0) return "utf-16be";
  return undefined;
}
