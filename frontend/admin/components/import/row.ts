/** A row of the file; line numbers start at 1. One with a `problem` has its text as its only cell. */
export type Row = { line: number; cells: readonly string[]; problem?: string };

/** A fault of a file, with the line if it is known. */
export type Problem = { line?: number; text: string };

/** `="0012"` tells spreadsheets that a value is text. */
export function plainCell(cell: string): string {
  const trimmed = cell.trim();
  return trimmed.startsWith("=") ? trimmed.replace(/^="([^"]*)"$/, "$1") : trimmed;
}
