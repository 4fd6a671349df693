import { Button, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { counted } from "../../../../shared/count.ts";
import { Day, endOfMonth } from "../../../../shared/day.ts";
import { Dialog, DialogFooter } from "../../components/form/Dialog.tsx";
import { saveCsv } from "../../components/table/export.ts";
import { ListUnreadable, QueryFailure } from "../../components/table/ListState.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { paymentsOf, useNames } from "../../queries/lists.ts";
import { companySettings } from "../../queries/settings.ts";
import { withNames } from "../../rules/names.ts";
import { taxFile, taxLines, taxTotals } from "./tax-file.ts";

const failed = ["Failed to fetch payments", "An error occurred while fetching payments"] as const;

/** The file of a month for the person who files tax, with its totals. */
export default function TaxFileDialog({ month: first, onClose }: { month: string; onClose: () => void }) {
  const [month, setMonth] = useState(first);
  const from = `${month}-01`;
  const isMonth = Day.safeParse(from).success;
  const query = useQuery({
    ...paymentsOf(isMonth ? { from, to: endOfMonth(from) } : undefined),
    enabled: isMonth,
  });
  const { names, lists } = useNames();
  const failure = [...lists, query].find(({ error }) => error);
  const settings = useQuery(companySettings);
  const isComplete = isMonth && query.data?.complete && !names.loading;
  const lines = useMemo(
    () => (isComplete ? taxLines(withNames(query.data?.rows ?? [], names), names) : undefined),
    [isComplete, query.data, names],
  );
  const totals = lines && taxTotals(lines);
  const usual = lines?.[0]?.currency ?? settings.data?.default_currency ?? "USD";
  const withoutPin = new Set(lines?.flatMap(({ kra_pin, client_id }) => (kra_pin ? [] : [client_id]))).size;
  return (
    <Dialog title="Download month for eTIMS" onClose={onClose}>
      <Stack gap={16}>
        <p className="quiet small">
          A line for each payment: KRA PIN, client, receipt number, reference, day, method and amount. Refunds
          are negative. Undone payments are left out.
        </p>
        <TextInput
          type="month"
          label="Month"
          placeholder="YYYY-MM"
          data-autofocus
          value={month}
          error={isMonth ? undefined : "Enter a month, such as 2026-12."}
          onChange={({ currentTarget: { value } }) => setMonth(value)}
        />
        <QueryFailure query={failure ?? query} texts={failed} />
        {isMonth && !lines && !failure && <p role="status">Loading payments...</p>}
        {totals && (
          <div role="status">
            <Facts
              facts={[
                ["Lines", counted(lines.length, "line")],
                ["Received", <SumLines key="received" sums={totals.received} usual={usual} />],
                ["Refunded", <SumLines key="refunded" sums={totals.refunded} usual={usual} />],
                ["Tax withheld", <SumLines key="withheld" sums={totals.withheld} usual={usual} />],
                ["Clients without a KRA PIN", String(withoutPin)],
              ]}
            />
          </div>
        )}
        <ListUnreadable unreadable={query.data?.unreadable} />
        <DialogFooter>
          <Button
            disabled={!lines}
            onClick={() => lines && void saveCsv(taxFile(month), lines, `month ${month}`)}
          >
            Download CSV
          </Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
