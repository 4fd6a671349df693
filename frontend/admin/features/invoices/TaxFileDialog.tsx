import { Button, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { counted } from "../../../../shared/count.ts";
import { Month } from "../../../../shared/invoices/routes.ts";
import type { Currency } from "../../../../shared/money.ts";
import { Dialog, DialogFooter } from "../../components/form/Dialog.tsx";
import { saveCsv } from "../../components/table/export.ts";
import { ListUnreadable, QueryFailure } from "../../components/table/ListState.tsx";
import { Facts } from "../../components/ui/Facts.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { invoicesOf } from "../../queries/invoices.ts";
import { entryOf, linesOf, rateSums, taxEntries, taxFile, totalsOf } from "./list.ts";

const failed = ["Failed to fetch invoices", "An error occurred while fetching invoices"] as const;

type Props = { month: string; usual: Currency; onClose: () => void };

/** The invoices of a month for eTIMS, with the sums of the file. */
export default function TaxFileDialog({ month: first, usual, onClose }: Props) {
  const [month, setMonth] = useState(first);
  const isMonth = Month.safeParse(month).success;
  const query = useQuery({ ...invoicesOf({ month }), enabled: isMonth });
  const all = useMemo(
    () => (isMonth && query.data?.complete ? query.data.rows.map(entryOf) : undefined),
    [isMonth, query.data],
  );
  const entries = all && taxEntries(all);
  const totals = entries && totalsOf(rateSums(entries, usual));
  const credits = entries?.filter(({ kind }) => kind === "credit_note").length ?? 0;
  const unnumbered = (all?.length ?? 0) - (entries?.length ?? 0);
  const withoutPin = new Set(entries?.flatMap(({ kra_pin, client_id }) => (kra_pin ? [] : client_id))).size;
  return (
    <Dialog title="Download month for eTIMS" onClose={onClose}>
      <Stack gap={16}>
        <p className="quiet small">
          A row for each line of the month’s invoices and credit notes, with KRA PIN, numbers, VAT and
          shillings. Credit notes are negative. Fill in the control unit numbers and import the file again.
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
        <QueryFailure query={query} texts={failed} />
        {isMonth && !entries && !query.error && <p role="status">Loading invoices...</p>}
        {totals && (
          <div role="status">
            <Facts
              facts={[
                ["Invoices", counted(entries.length - credits, "invoice")],
                ["Credit notes", counted(credits, "credit note")],
                ["Net", <SumLines key="net" sums={totals.net} usual={usual} />],
                ["VAT", <SumLines key="vat" sums={totals.vat} usual={usual} />],
                ["Gross", <SumLines key="gross" sums={totals.gross} usual={usual} />],
                ["Clients without a KRA PIN", String(withoutPin)],
                ...(unnumbered > 0 ? [["Without a number yet, left out", String(unnumbered)] as const] : []),
              ]}
            />
          </div>
        )}
        <ListUnreadable unreadable={query.data?.unreadable} />
        <DialogFooter>
          <Button
            disabled={!entries}
            onClick={() => entries && void saveCsv(taxFile(month), linesOf(entries), `month ${month}`)}
          >
            Download CSV
          </Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
