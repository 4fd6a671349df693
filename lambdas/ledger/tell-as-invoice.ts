import { systemContext } from "../platform/change-context.ts";
import type { Moment } from "../platform/moment.ts";
import { accountItems } from "./account-items.ts";
import { changeAccounts } from "./change-accounts.ts";

/** Writes the invoices of charges that go to their client as an invoice, if nobody has written them meanwhile. */
export async function tellAsInvoice(
  client_id: string,
  charge_ids: ReadonlySet<string>,
  moment: Moment,
): Promise<void> {
  const { today } = moment;
  const moreToInvoice = await changeAccounts(
    [client_id],
    systemContext(moment),
    (reading) => {
      const before = reading.openAccount(client_id);
      // Nothing else of the account changes: the sender has no right to more.
      const change = accountItems(before, before.account, { today, told: charge_ids });
      return {
        changes: change.isChanged ? [change] : [],
        continues: false,
        answer: change.moreToInvoice,
      };
    },
    { withClients: false, onlyOpen: true },
  );
  if (moreToInvoice) await tellAsInvoice(client_id, charge_ids, moment);
}
