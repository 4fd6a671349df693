import type { PaperRow } from "../../lambdas/ledger/paper-row.ts";
import type { Invoiced } from "../../shared/billing/account.ts";
import { omit } from "../../shared/omit.ts";
import type { TableName } from "../../shared/tables.ts";
import type { Row } from "../data/digest.ts";
import { invoicedByClient } from "../data/papers.ts";

/**
 * Restored rows of charges, and of accounts, which repeat open ones, with what the papers say of them: papers stay, so a charge
 * from before its invoice would be invoiced again.
 */
export function asInvoiced(papers: readonly PaperRow[]): (name: TableName, row: Row) => Row {
  const byClient = invoicedByClient(papers);
  const withInvoiced = (client_id: string, charge: string, row: Row): Row => {
    const parts = byClient.get(client_id)?.get(charge);
    const others = omit(row, "invoiced");
    return parts ? { ...others, invoiced: { L: parts.map((part) => ({ M: rowOf(part) })) } } : others;
  };
  return (name, row) => {
    const client_id = row.client_id?.S ?? "";
    if (name === "charges") return withInvoiced(client_id, row.id?.S ?? "", row);
    if (name !== "accounts" || !row.open?.L) return row;
    const open = row.open.L.map(({ M = {} }) => ({ M: withInvoiced(client_id, M.charge?.S ?? "", M) }));
    return { ...row, open: { L: open } };
  };
}

const rowOf = ({ invoice, day, cents, taxed, rate }: Invoiced): Row => ({
  invoice: { S: invoice },
  day: { S: day },
  cents: { N: String(cents) },
  ...(taxed !== undefined && { taxed: { S: taxed } }),
  ...(rate !== undefined && { rate: { N: String(rate) } }),
});
