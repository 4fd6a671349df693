/** What a cell holds: text, a number as spreadsheets read it, or nothing. */
export type Cell = string | number | undefined;

/** Tells spreadsheets that what follows is UTF-8. */
export const byteOrderMark = "\uFEFF";

/** A line of a CSV file, as RFC 4180 has it. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(",")}\r\n`;

function written(cell: Cell = ""): string {
  if (typeof cell === "number") return String(cell);
  const text = harmless(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run what begins like a formula, and somebody else may have typed it. An apostrophe makes it text.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const harmless = (text: string): string => (/^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

/** The text of such a cell as it was before. */
export const asMeant = (cell: string): string => cell.replace(/^'(?='*[=+\-@\t\r\n])/, "");
