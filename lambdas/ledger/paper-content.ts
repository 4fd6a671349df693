import type { Day } from "../../shared/day.ts";
import { invoiceContent } from "../../shared/invoice-document/invoice-content.ts";
import type { Language } from "../../shared/languages.ts";
import type { Paper } from "../../shared/paper/paper.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import type { PaperRow } from "./paper-row.ts";
import { openedPaper } from "./papers-page.ts";

type Reader = { company: Settings; language?: Language | undefined; sample?: true | undefined; today: Day };

/** The content of a numbered invoice or credit note, as its page shows it. */
export const contentOfPaper = async (row: PaperRow, reader: Reader): Promise<Paper> =>
  invoiceContent({ invoice: await openedPaper(row), ...reader });
