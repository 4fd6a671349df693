import type { Charge } from "../../shared/billing/account.ts";
import { systemContext } from "../platform/change-context.ts";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import { read } from "../platform/dynamo/read-rows.ts";
import type { Moment } from "../platform/moment.ts";
import { accountItems } from "./account-items.ts";
import { changeAccounts } from "./change-accounts.ts";
import { PaperRow } from "./paper-row.ts";

/** The invoices and credit notes with these ids. @throws UnreadableRow */
export const readPapers = async (ids: Iterable<string>): Promise<PaperRow[]> =>
  (await batchGet("papers", byId(ids))).map((item) => read(PaperRow, item));

/** The invoices that charges stand on. */
export const invoicesOf = (charges: readonly Pick<Charge, "invoiced">[]): Promise<PaperRow[]> =>
  readPapers(new Set(charges.flatMap(({ invoiced = [] }) => invoiced.map(({ invoice }) => invoice))));

/** Writes the invoices of charges that go to their client as an invoice, if nobody has written them meanwhile. */
export async function tellAsInvoice(
  client_id: string,
  charge_ids: ReadonlySet<string>,
  moment: Moment,
): Promise<void> {
  const { today } = moment;
  await changeAccounts(
    [client_id],
    systemContext(moment),
    (reading) => {
      const before = reading.openAccount(client_id);
      // Nothing else of the account changes: the sender has no right to more.
      const change = accountItems(before, before.account, { today, told: charge_ids });
      return { changes: change.isChanged ? [change] : [], continues: false, answer: undefined };
    },
    { withClients: false, onlyOpen: true },
  );
}
