import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { Link } from "react-router";
import { money, moneyOrder } from "../../../../shared/amount.ts";
import { counted } from "../../../../shared/count.ts";
import { formatDay, formatLongDay } from "../../../../shared/dates.ts";
import { monthOf } from "../../../../shared/day.ts";
import { currencyOf, formatSums } from "../../../../shared/money.ts";
import { methodName, methodNames, paymentMethods } from "../../../../shared/subscriptions/subscription.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { type Column, columnsOf } from "../../components/table/columns.ts";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import { clientPage, type RowActions } from "../../components/table/RowActions.tsx";
import { SpanChoice } from "../../components/table/SpanChoice.tsx";
import { spanInAddress, statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { SampleBadge, Tag } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { Amount } from "../../components/ui/Money.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { paymentsOf, unmatchedPayments, useNames } from "../../queries/lists.ts";
import { companySettings } from "../../queries/settings.ts";
import { companyBeside } from "../../rules/client-company.ts";
import { withNames } from "../../rules/names.ts";
import {
  allSamples,
  type Entry,
  entryFields,
  entryOf,
  paymentRules,
  paymentsExport,
  type Sum,
  sumOf,
  sumsByDay,
  sumText,
} from "./list.ts";

const TaxFileDialog = lazy(() => import("./TaxFileDialog.tsx"));

const texts: ListTexts = {
  loading: "Loading payments...",
  failed: ["Failed to fetch payments", "An error occurred while fetching payments"],
  empty: ["No payments", "Payments between these days are listed here, by the day they were paid."],
  noMatch: [
    "No payments found",
    "No payment between these days matches your search and filters.",
    "Show all payments",
  ],
};
const methods = [
  ["", "All Methods"] as const,
  ...paymentMethods.map((method) => [method, methodNames[method]] as const),
  ["none", "Unknown"] as const,
];
const nameOf = ({ client_name }: Entry) => client_name;
const detailOf = ({ amount, currency, paid_on }: Entry) =>
  `${money(amount, currencyOf({ currency }))}, ${formatDay(paid_on)}`;

/** Payments by day. The days are in the address. */
export default function PaymentsPage() {
  const address = useAddress();
  const span = spanInAddress(address);
  const query = useQuery(paymentsOf(span));
  const waiting = useQuery(unmatchedPayments());
  const announced = useQuery(unmatchedPayments("announced"));
  const { from, to } = span ?? query.data ?? {};
  const { names, lists } = useNames();
  const entries = useMemo(
    () => query.data && withNames(query.data.rows, names).map(entryOf),
    [query.data, names],
  );
  const list = useList(paymentRules, entries, address, query.data?.complete);
  const dialog = useDialog();
  const byDay = list.sorting.order.id === "paid_on";
  const samples = useMemo(() => allSamples(entries ?? []), [entries]);
  // A card has no room for the day's sums.
  const narrow = useNarrow();
  const sums = useMemo(
    () => (byDay && !narrow ? sumsByDay(list.shown ?? [], { samples }) : new Map<string, Sum>()),
    [byDay, narrow, list.shown, samples],
  );
  const mixed = useMemo(() => new Set(entries?.map(currencyOf)).size > 1, [entries]);
  const columns = useMemo(() => paymentColumns(sums, mixed), [sums, mixed]);
  const actions = useCallback(
    ({ client_name, client_id }: Entry, name: string): RowActions =>
      client_id === undefined
        ? {}
        : {
            main: {
              name: "Payments",
              label: `Payments of ${name}`,
              icon: "payment",
              shortcut: "r",
              act: () => dialog.open("pay", client_id),
            },
            page: clientPage(client_id, client_name),
          },
    [dialog.open],
  );
  // A row with the day's sums in two currencies has three lines.
  const tall = useCallback(({ id }: Entry) => Object.keys(sums.get(id)?.sums ?? {}).length > 1, [sums]);
  const total = useMemo(() => list.shown && sumOf(list.shown, { samples }), [list.shown, samples]);
  const [first] = list.shown ?? [];
  // An empty list shows zero in the default currency.
  const settings = useQuery({ ...companySettings, enabled: total !== undefined && !first });
  const usual = first ? currencyOf(first) : settings.data?.default_currency;
  const [month, setMonth] = useState<string>();
  return (
    <ListPage
      head={
        <PageHead
          title="Received"
          brief
          action={
            <Button component={Link} to="/admin/money/import" variant="default">
              Import statement
            </Button>
          }
        />
      }
      days={from && to && <SpanChoice legend="Days of payments" from={from} to={to} onChange={address.set} />}
      id="payments"
      title={from && to && `${formatDay(from)} to ${formatDay(to)}`}
      texts={texts}
      status={statusOf(query, ...lists)}
      list={list}
      search="Search payments"
      filters={[{ name: "method", label: "Method", options: methods }]}
      figures={
        <>
          {total && query.data?.complete && (
            <>
              <Tag>{counted(total.count, "payment")}</Tag>
              {usual && <Tag>{`${formatSums(total.sums, usual)} received`}</Tag>}
            </>
          )}
          {waiting.data && waiting.data.rows.length > 0 && (
            <Link className="note" data-tone="soon" to="/admin/money/unmatched">
              {`Assign ${counted(waiting.data.rows.length, "unmatched payment")}`}
            </Link>
          )}
          {announced.data && announced.data.rows.length > 0 && (
            <Link className="note" data-tone="quiet" to="/admin/money/announced">
              {`${counted(announced.data.rows.length, "payment")} announced by M-Pesa`}
            </Link>
          )}
          <Suspense>{month && <TaxFileDialog month={month} onClose={() => setMonth(undefined)} />}</Suspense>
        </>
      }
      exported={paymentsExport(from ?? "", to ?? "")}
      moreFiles={
        from ? { label: "Download month for eTIMS", onClick: () => setMonth(monthOf(from)) } : undefined
      }
      table={{ columns, fields: entryFields, nameOf, detailOf, tall, actions, actionsWidth: "136px" }}
    />
  );
}

// The payments: their columns, from the declared fields.

/** `sums` are shown in the first row of each day. */
const paymentColumns = (sums: ReadonlyMap<string, Sum>, mixed: boolean): Column<Entry>[] =>
  columnsOf<Entry>(entryFields, [
    {
      id: "paid_on",
      width: "18%",
      tight: "116px",
      card: "2 / 1",
      cell: ({ id, paid_on, currency }) => {
        const sum = sums.get(id);
        const usual = currencyOf({ currency });
        return (
          <div className="figures" title={formatLongDay(paid_on)}>
            <span>{formatDay(paid_on)}</span>
            {sum && (
              <div className="quiet smaller" title={sumText(sum, usual)}>
                <SumLines sums={sum.sums} usual={usual} />
              </div>
            )}
          </div>
        );
      },
    },
    {
      id: "client_name",
      names: true,
      card: "1 / 1",
      cell: ({ client_id, client_name, company, sample, service, credit, refund }) => (
        <Lines
          strong
          client={client_id}
          badges={<SampleBadge sample={sample} />}
          company={companyBeside(client_name, company)}
          second={refund ? "Refund" : credit ? "Credit" : service}
        >
          {client_name}
        </Lines>
      ),
    },
    { id: "period", width: "132px", tight: "116px", className: "figures" },
    {
      id: "method",
      width: "120px",
      tight: "108px",
      cell: ({ method, part }) => (
        <Lines {...(part && { second: "part payment" })}>{methodName(method) || "unknown"}</Lines>
      ),
    },
    {
      id: "reference",
      width: "16%",
      tight: "15%",
      card: "2 / 2",
      cell: ({ reference, receipt_number }) => (
        <div className="figures">
          <div className="cut" title={reference}>
            {reference}
          </div>
          {receipt_number && <div className="quiet smaller">{`Receipt ${receipt_number}`}</div>}
        </div>
      ),
    },
    {
      id: "amount",
      title: mixed ? moneyOrder : undefined,
      width: "150px",
      tight: "140px",
      align: "right",
      card: "1 / 2",
      cell: ({ amount, currency }) => (
        <span className="figures">
          <Amount>{money(amount, currencyOf({ currency }))}</Amount>
        </span>
      ),
    },
  ]);
