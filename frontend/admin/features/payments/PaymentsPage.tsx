import { Box, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router";
import { currencyOf, formatSums } from "../../../../shared/money.ts";
import { paymentMethods } from "../../../../shared/subscriptions.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { DataTable } from "../../components/table/DataTable.tsx";
import { ListPage, type ListWords } from "../../components/table/ListPage.tsx";
import { statusOf } from "../../components/table/list-status.ts";
import { SpanChoice } from "../../components/table/SpanChoice.tsx";
import { spanInAddress } from "../../components/table/span-in-address.ts";
import { useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { paymentsOf } from "../../queries/payments.ts";
import { companySettings } from "../../queries/settings.ts";
import { waitingLines } from "../../queries/statement-lines.ts";
import { counted } from "../../words/count.ts";
import { formatDay } from "../../words/dates.ts";
import { methodNames } from "../../words/payments.ts";
import { paymentColumns } from "./columns.tsx";
import { exportedOf } from "./exported.ts";
import { allSamples, type Entry, entryOf, paymentRules, sumOf, sumsByDay } from "./ledger.ts";

const words: ListWords = {
  loading: "Loading payments...",
  failed: ["Failed to fetch payments", "An error occurred while fetching payments"],
  empty: [
    "Nothing came in",
    "Payments that are recorded between these days are listed here, by the day they were paid on.",
  ],
  noMatch: ["No payments match", "None between these days fits this search and filter.", "Show all payments"],
};
const methods = [
  ["", "All Methods"] as const,
  ...paymentMethods.map((method) => [method, methodNames[method]] as const),
  ["none", "Not said"] as const,
];
const nameOf = ({ payment }: Entry) => payment.client_name;

/** What came in, by day; which days stand in the address. */
export default function PaymentsPage() {
  const address = useAddress();
  const asked = spanInAddress(address);
  const query = useQuery(paymentsOf(asked));
  const waiting = useQuery(waitingLines);
  const { from, to } = asked ?? query.data ?? {};
  const entries = useMemo(() => query.data?.rows.map(entryOf), [query.data]);
  const list = useList(paymentRules, entries, address, query.data?.complete);
  const dialog = useDialog();
  const byDay = list.sorting.order.id === "paid";
  const samples = useMemo(() => allSamples(entries ?? []), [entries]);
  const sums = useMemo(
    () => (byDay ? sumsByDay(list.shown ?? [], samples) : new Map()),
    [byDay, list.shown, samples],
  );
  const mixed = useMemo(
    () => new Set(entries?.map(({ payment }) => currencyOf(payment))).size > 1,
    [entries],
  );
  const columns = useMemo(
    () => paymentColumns(sums, mixed, (id) => dialog.open("renew", id)),
    [sums, mixed, dialog.open],
  );
  const total = useMemo(() => list.shown && sumOf(list.shown, samples), [list.shown, samples]);
  const [first] = list.shown ?? [];
  // Of nothing, that is nothing of what is usual.
  const settings = useQuery({ ...companySettings, enabled: total !== undefined && !first });
  const usual = first ? currencyOf(first.payment) : settings.data?.default_currency;
  return (
    <ListPage
      head={
        <>
          <PageHead
            title="Payments"
            lead="What came in, by the day it was paid on."
            brief
            action={
              <Button component={Link} to="/admin/payments/import" variant="default">
                Import statement
              </Button>
            }
          />
          {waiting.data && waiting.data.length > 0 && (
            <Box mb={16}>
              <Notice
                tone="warning"
                quiet
                action={
                  <Button component={Link} to="/admin/payments/lines" size="sm" variant="default">
                    Assign
                  </Button>
                }
              >
                {`${counted(waiting.data.length, "line")} of statements to be assigned.`}
              </Notice>
            </Box>
          )}
        </>
      }
      days={
        from &&
        to && (
          <SpanChoice legend="Days that payments were paid on" from={from} to={to} onChange={address.set} />
        )
      }
      id="payments"
      title={from && to && `${formatDay(from)} to ${formatDay(to)}`}
      words={words}
      status={statusOf(query)}
      list={list}
      search="Search payments"
      filters={[{ name: "method", label: "Method", options: methods }]}
      figures={
        total &&
        query.data?.complete && (
          <>
            <Badge tone="quiet" dot={false}>
              {counted(total.count, "payment")}
            </Badge>
            {usual && <Badge tone="quiet" dot={false}>{`${formatSums(total.sums, usual)} received`}</Badge>}
          </>
        )
      }
      cardsSortedBy={columns}
      exported={exportedOf(from ?? "", to ?? "")}
    >
      {(rows, cards) => (
        <DataTable
          label="Payments"
          columns={columns}
          rows={rows}
          sorting={list.sorting}
          cards={cards}
          nameOf={nameOf}
        />
      )}
    </ListPage>
  );
}
