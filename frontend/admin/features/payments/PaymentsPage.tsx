import { Box, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { Link } from "react-router";
import { currencyOf, formatSums } from "../../../../shared/money.ts";
import { paymentMethods } from "../../../../shared/subscriptions/subscription.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { ListPage, type ListWords } from "../../components/table/ListPage.tsx";
import { statusOf } from "../../components/table/list-status.ts";
import type { RowActions } from "../../components/table/row-actions.ts";
import { SpanChoice } from "../../components/table/SpanChoice.tsx";
import { spanInAddress } from "../../components/table/span-in-address.ts";
import { useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { counted } from "../../labels/count.ts";
import { formatDay } from "../../labels/dates.ts";
import { methodNames } from "../../labels/payments.ts";
import { paymentsOf } from "../../queries/payments.ts";
import { companySettings } from "../../queries/settings.ts";
import { waitingLines } from "../../queries/statement-lines.ts";
import { paymentColumns } from "./columns.tsx";
import { paymentsExport } from "./csv-export.ts";
import { allSamples, type Entry, entryOf, paymentRules, type Sum, sumOf, sumsByDay } from "./ledger.ts";

const words: ListWords = {
  loading: "Loading payments...",
  failed: ["Failed to fetch payments", "An error occurred while fetching payments"],
  empty: ["No payments", "Payments between these days are listed here, by the day they were paid."],
  noMatch: [
    "No payments match",
    "No payment between these days matches your search and filters.",
    "Show all payments",
  ],
};
const methods = [
  ["", "All Methods"] as const,
  ...paymentMethods.map((method) => [method, methodNames[method]] as const),
  ["none", "Unknown"] as const,
];
const nameOf = ({ payment }: Entry) => payment.client_name;

/** Payments by day. The days are in the address. */
export default function PaymentsPage() {
  const address = useAddress();
  const span = spanInAddress(address);
  const query = useQuery(paymentsOf(span));
  const waiting = useQuery(waitingLines);
  const { from, to } = span ?? query.data ?? {};
  const entries = useMemo(() => query.data?.rows.map(entryOf), [query.data]);
  const list = useList(paymentRules, entries, address, query.data?.complete);
  const dialog = useDialog();
  const byDay = list.sorting.order.id === "paid";
  const samples = useMemo(() => allSamples(entries ?? []), [entries]);
  const sums = useMemo(
    () => (byDay ? sumsByDay(list.shown ?? [], samples) : new Map<string, Sum>()),
    [byDay, list.shown, samples],
  );
  const mixed = useMemo(
    () => new Set(entries?.map(({ payment }) => currencyOf(payment))).size > 1,
    [entries],
  );
  const columns = useMemo(() => paymentColumns(sums, mixed), [sums, mixed]);
  const actions = useCallback(
    ({ payment: { client_name, subscription_id } }: Entry): RowActions => ({
      main: {
        name: "Payments",
        label: `Payments of ${client_name}`,
        icon: "payment",
        shortcut: "r",
        act: () => dialog.open("renew", subscription_id),
      },
    }),
    [dialog.open],
  );
  // A row with the day's sums in two currencies has three lines.
  const tall = useCallback(({ id }: Entry) => Object.keys(sums.get(id)?.sums ?? {}).length > 1, [sums]);
  const total = useMemo(() => list.shown && sumOf(list.shown, samples), [list.shown, samples]);
  const [first] = list.shown ?? [];
  // An empty list shows zero in the default currency.
  const settings = useQuery({ ...companySettings, enabled: total !== undefined && !first });
  const usual = first ? currencyOf(first.payment) : settings.data?.default_currency;
  return (
    <ListPage
      head={
        <>
          <PageHead
            title="Payments"
            lead="Received payments by day."
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
                {`We could not match ${counted(waiting.data.length, "payment")} from statements.`}
              </Notice>
            </Box>
          )}
        </>
      }
      days={from && to && <SpanChoice legend="Days of payments" from={from} to={to} onChange={address.set} />}
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
      exported={paymentsExport(from ?? "", to ?? "")}
      table={{ columns, nameOf, tall, actions, actionsWidth: "136px" }}
    />
  );
}
