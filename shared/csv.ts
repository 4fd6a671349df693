/** The value of a cell: text, a number for spreadsheets, or nothing. */
export type Cell = string | number | undefined;

/** A list as a CSV file: its name without extension, and its columns. */
export type CsvExport<R> = {
  name: string;
  columns: readonly (readonly [header: string, cell: (row: R) => Cell])[];
};

/** Tells spreadsheets that what follows is UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

const ROWS_PER_BATCH = 2_000;

/** Rows as the text of a CSV file, in batches: a pause between them keeps a page responsive. */
export function* csvBatches<R>({ columns }: CsvExport<R>, rows: readonly R[]): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([header]) => header));
  for (let start = 0; start < rows.length; start += ROWS_PER_BATCH) {
    const part = rows.slice(start, start + ROWS_PER_BATCH);
    yield part.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join("");
  }
}

/** A line of a CSV file (RFC 4180). */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(formatCell).join(",")}\r\n`;

function formatCell(cell: Cell = ""): string {
  if (typeof cell === "number") return String(cell);
  const text = escapeFormula(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run text that begins like a formula, and a visitor may have typed it. An apostrophe makes it text.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const escapeFormula = (text: string): string => (/^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text);

/** The original text of an escaped cell. */
export const unescapeFormula = (cell: string): string => cell.replace(/^'(?='*[=+\-@\t\r\n])/, "");
