import type { WriteSheet } from "hucre/xlsx";
import type { Answers } from "../../frontend/admin/components/import/reading.ts";
import type { ImportKind } from "../../shared/imports/import.ts";

/** A file to import, and what is right: what is asked, what somebody answers, and what each row then does. */
export type ImportCase = {
  name: string;
  kind: ImportKind;
  /** The text of a CSV file, or the sheet of a workbook. */
  file: string | Omit<WriteSheet, "name">;
  /** Questions before the file is read; none by default. */
  asks?: readonly ("hidden" | "order" | "days")[];
  /** Hidden cells that the spreadsheet is said to have. */
  hidden?: string;
  answers?: Answers;
  /** Each row as `shownAs` in `corpus.test.ts` writes it. */
  rows: readonly string[];
};

/** A date cell of a spreadsheet. */
export const date = (day: string): Date => new Date(`${day}T00:00:00Z`);
