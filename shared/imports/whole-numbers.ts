import { quoted } from "../errors.ts";

// Numbers that spreadsheets and scripts write in another form: references, codes and certificates are no quantities.

const scientific = /^(\d)(?:[.,](\d*))?e\+?(\d{1,2})$/i;

/** `4821072.0` and `4.821072E+6` → `4821072`; any other cell as it is. */
export function wholeNumber(cell: string): string {
  const [, first = "", rest = "", exponent] = scientific.exec(cell) ?? [];
  if (rest !== "" && rest.length === Number(exponent)) return first + rest;
  return cell.replace(/^(\d+)\.0+$/, "$1");
}

/** The problem with a number whose last digits a spreadsheet did not keep. */
export const shortenedProblem = (label: string, cell: string): string | undefined =>
  scientific.test(cell)
    ? `${label}: ${quoted(cell)} is not complete: the spreadsheet kept only its first digits. Format the column as text and enter it again.`
    : undefined;
