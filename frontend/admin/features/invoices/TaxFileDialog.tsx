import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { counted } from "../../../../shared/count.ts";
import { isMonth } from "../../../../shared/day.ts";
import { linesOf } from "../../../../shared/invoices/month-file.ts";
import type { Currency } from "../../../../shared/money.ts";
import { MonthFileDialog } from "../../components/form/MonthFileDialog.tsx";
import { saveCsv } from "../../components/table/export.ts";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { invoicesOf } from "../../queries/invoices.ts";
import { type Entry, entryOf, sumsOfEntries, taxEntries, taxFile, totalsOf } from "./list.ts";

const failed = ["Failed to fetch invoices", "An error occurred while fetching invoices"] as const;

type Props = { month: string; usual: Currency; onClose: () => void };

/** The invoices of a month for eTIMS, with the sums of the file. */
export default function TaxFileDialog({ month: first, usual, onClose }: Props) {
  const [month, setMonth] = useState(first);
  const enabled = isMonth(month);
  const query = useQuery({ ...invoicesOf({ month }), enabled });
  const all = useMemo(
    () => (enabled && query.data?.complete ? query.data.rows.map(entryOf) : undefined),
    [enabled, query.data],
  );
  const fileOf = (all: readonly Entry[]) => {
    const entries = taxEntries(all);
    const { net, vat, gross } = totalsOf(sumsOfEntries(entries, usual));
    const credits = entries.filter(({ kind }) => kind === "credit_note").length;
    const unnumbered = all.length - entries.length;
    const withoutPin = new Set(entries.flatMap(({ kra_pin, client_id }) => (kra_pin ? [] : client_id))).size;
    return {
      facts: [
        ["Invoices", counted(entries.length - credits, "invoice")],
        ["Credit notes", counted(credits, "credit note")],
        ["Net", <SumLines key="net" sums={net} usual={usual} />],
        ["VAT", <SumLines key="vat" sums={vat} usual={usual} />],
        ["Gross", <SumLines key="gross" sums={gross} usual={usual} />],
        ["Clients without a KRA PIN", String(withoutPin)],
        ...(unnumbered > 0 ? [["Without a number yet, left out", String(unnumbered)] as const] : []),
      ] as const,
      save: () => saveCsv(taxFile(month), linesOf(entries), `month ${month}`),
    };
  };
  return (
    <MonthFileDialog
      lead="A row for each line of the month’s invoices and credit notes, with KRA PIN, numbers, VAT and shillings. Credit notes are negative. Fill in the control unit numbers and import the file again."
      loading="Loading invoices..."
      month={month}
      onMonth={setMonth}
      file={all && fileOf(all)}
      query={query}
      texts={failed}
      unreadable={query.data?.unreadable}
      onClose={onClose}
    />
  );
}
