import type { Problem } from "./table.ts";

/** Far more than a year of a busy account. */
const MAX_BYTES = 30 * 1024 * 1024;

const signatures: [bytes: number[], what: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], "an Excel workbook or another archive"],
  [[0xd0, 0xcf, 0x11, 0xe0], "an older Excel workbook"],
  [[0x25, 0x50, 0x44, 0x46], "a PDF"],
  [[0x89, 0x50, 0x4e, 0x47], "a picture"],
  [[0xff, 0xd8, 0xff], "a picture"],
];

const notCsv = (what: string): Problem => ({
  text: `This is ${what}, not a CSV file. Save or download it as CSV and choose that file.`,
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: finds characters that text does not contain
const unprintable = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffd]/;

/** The text of a file in the usual encodings of spreadsheets; lines end with a line feed. */
export function decode(bytes: Uint8Array): { text: string } | { problem: Problem } {
  if (bytes.length === 0) return { problem: { text: "The file is empty." } };
  if (bytes.length > MAX_BYTES)
    return {
      problem: { text: "The file is larger than 30 MB. Download a shorter period." },
    };
  const known = signatures.find(([start]) => start.every((byte, place) => bytes[place] === byte));
  if (known) return { problem: notCsv(known[1]) };
  const text = textOf(bytes).replace(/\r\n?/g, "\n");
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text)) return { problem: notCsv("a web page") };
  const place = text.search(unprintable);
  if (place < 0) return text.trim() === "" ? { problem: { text: "The file is empty." } } : { text };
  const before = text.slice(0, place).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return {
    problem: {
      line: before.length,
      text: `There is an invalid character at column ${column}. The file is damaged, or not a CSV file.`,
    },
  };
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
