import type { Charge } from "../../shared/billing/account.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { read } from "../platform/dynamo/read-rows.ts";
import { PaperRow } from "./paper-row.ts";

/** The invoices and credit notes with these ids. @throws UnreadableRow */
export const readPapers = async (ids: Iterable<string>): Promise<PaperRow[]> =>
  (await batchGet("papers", byId(ids))).map((item) => read(PaperRow, item));

/** The invoices that charges stand on. */
export const invoicesOf = (charges: readonly Pick<Charge, "invoiced">[]): Promise<PaperRow[]> =>
  readPapers(new Set(charges.flatMap(({ invoiced = [] }) => invoiced.map(({ invoice }) => invoice))));
