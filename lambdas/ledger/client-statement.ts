import { statementOf } from "../../shared/account-statement/build-statement.ts";
import { statementDay } from "../../shared/billing/account.ts";
import type { ClientStatement } from "../../shared/clients/client-statement.ts";
import type { Day } from "../../shared/day.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import { movedAway, paymentsOfClient } from "./account-store.ts";
import { invoiceNumbers } from "./client-papers.ts";
import { statementPayments } from "./payment-answer.ts";
import { toCharge } from "./rows.ts";

/** The statement of a client between two days; by default from the first record up to today. */
export async function readStatement(
  client_id: string,
  { from, to }: { from?: Day | undefined; to?: Day | undefined },
  today: Day,
): Promise<ClientStatement> {
  const [owned, { rows, charges, unreadable }] = await Promise.all([
    subscriptions.ofClient(client_id),
    paymentsOfClient(client_id),
  ]);
  const shown = charges.filter((charge) => from === undefined || statementDay(charge) >= from);
  const [moved, invoices] = await Promise.all([
    movedAway(client_id, owned.rows, charges),
    invoiceNumbers(shown.map(toCharge)),
  ]);
  const records = {
    subscriptions: [...owned.rows, ...moved],
    charges: charges.map(toCharge),
    invoices,
    payments: statementPayments(rows),
    today,
  };
  return { ...statementOf(records, { from, to: to ?? today }), ...(unreadable && { unreadable }) };
}
