import type { Day } from "../../shared/day.ts";
import type { Language } from "../../shared/languages.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { contentOfPaper } from "../ledger/paper-content.ts";
import type { PaperRow } from "../ledger/paper-row.ts";
import { attachedPapers } from "../outbox/attached-papers.ts";
import type { Attachment } from "../platform/email/mime.ts";

/** Nobody files more from one email; it has a link to each. */
const MAX_INVOICES = 10;

type Reader = { company: Settings; language: Language | undefined; today: Day };

/** The invoices that an email carries, as PDFs. @throws if they cannot be drawn */
export const attachedInvoices = async (
  carried: readonly PaperRow[],
  reader: Reader,
): Promise<Attachment[]> =>
  carried.length > MAX_INVOICES
    ? []
    : attachedPapers(await Promise.all(carried.map((row) => contentOfPaper(row, reader))));
