import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { counted } from "../../../../shared/count.ts";
import { endOfMonth, isMonth } from "../../../../shared/day.ts";
import { MonthFileDialog } from "../../components/form/MonthFileDialog.tsx";
import { saveCsv } from "../../components/table/export.ts";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { paymentsOf, useNames } from "../../queries/lists.ts";
import { companySettings } from "../../queries/settings.ts";
import { withNames } from "../../rules/names.ts";
import { taxFile, taxLines, taxTotals } from "./tax-file.ts";

const failed = ["Failed to fetch payments", "An error occurred while fetching payments"] as const;

/** The payments of a month for eTIMS, with the totals of the file. */
export default function TaxFileDialog({ month: first, onClose }: { month: string; onClose: () => void }) {
  const [month, setMonth] = useState(first);
  const from = `${month}-01`;
  const enabled = isMonth(month);
  const query = useQuery({
    ...paymentsOf(enabled ? { from, to: endOfMonth(from) } : undefined),
    enabled,
  });
  const { names, lists } = useNames();
  const failure = [...lists, query].find(({ error }) => error);
  const settings = useQuery(companySettings);
  const isComplete = enabled && query.data?.complete && !names.loading;
  const lines = useMemo(
    () => (isComplete ? taxLines(withNames(query.data?.rows ?? [], names), names) : undefined),
    [isComplete, query.data, names],
  );
  const usual = lines?.[0]?.currency ?? settings.data?.default_currency ?? "USD";
  const fileOf = (lines: ReturnType<typeof taxLines>) => {
    const { received, refunded, withheld } = taxTotals(lines);
    const withoutPin = new Set(lines.flatMap(({ kra_pin, client_id }) => (kra_pin ? [] : [client_id]))).size;
    return {
      facts: [
        ["Lines", counted(lines.length, "line")],
        ["Received", <SumLines key="received" sums={received} usual={usual} />],
        ["Refunded", <SumLines key="refunded" sums={refunded} usual={usual} />],
        ["Tax withheld", <SumLines key="withheld" sums={withheld} usual={usual} />],
        ["Clients without a KRA PIN", String(withoutPin)],
      ] as const,
      save: () => saveCsv(taxFile(month), lines, `month ${month}`),
    };
  };
  return (
    <MonthFileDialog
      lead="A line for each payment: KRA PIN, client, receipt number, reference, day, method and amount. Refunds are negative. Undone payments are left out."
      loading="Loading payments..."
      month={month}
      onMonth={setMonth}
      file={lines && fileOf(lines)}
      query={failure ?? query}
      texts={failed}
      unreadable={query.data?.unreadable}
      onClose={onClose}
    />
  );
}
