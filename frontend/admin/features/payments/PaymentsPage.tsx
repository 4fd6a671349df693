import { Box, Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { Link } from "react-router";
import { money, moneyOrder } from "../../../../shared/amount.ts";
import { isOneOff } from "../../../../shared/billing/account.ts";
import { counted } from "../../../../shared/count.ts";
import { formatDay, formatLongDay } from "../../../../shared/dates.ts";
import { type Day, monthOf } from "../../../../shared/day.ts";
import { type Currency, currencyOf, formatSums } from "../../../../shared/money.ts";
import { methodName, methodNames, paymentMethods } from "../../../../shared/subscriptions/subscription.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { type Column, columnsOf } from "../../components/table/columns.ts";
import type { Groups } from "../../components/table/DataTable.tsx";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import { clientPage, type RowActions } from "../../components/table/RowActions.tsx";
import { SpanChoice } from "../../components/table/SpanChoice.tsx";
import { spanInAddress, statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { SampleBadge, Tag } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { Amount, Money } from "../../components/ui/Money.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow, useTightTable } from "../../components/ui/use-narrow.ts";
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
  sumsByDay,
  sumText,
  totalOf,
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
/** A payment opens with what it pays, to be corrected or undone; a refund opens its client. */
const panelOf = ({ client_id, payment_id, refund }: Entry): string | undefined =>
  client_id && payment_id && !refund ? `${client_id}..${payment_id}` : client_id;

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
  const mixed = useMemo(() => new Set(entries?.map(currencyOf)).size > 1, [entries]);
  const isTight = useTightTable();
  const columns = useMemo(
    () =>
      // The headings have the day, and names need its room.
      paymentColumns({ mixed, byDay }).filter(({ id }) => !(isTight && byDay && id === "paid_on")),
    [mixed, byDay, isTight],
  );
  const actions = useCallback(
    (entry: Entry, name: string): RowActions => {
      const { client_id, client_name } = entry;
      const panel = panelOf(entry);
      if (client_id === undefined || panel === undefined) return {};
      return {
        main: {
          name: "Open",
          label: `Open the payment of ${name}`,
          icon: "payment",
          shortcut: "p",
          act: () => dialog.open("pay", panel),
        },
        page: clientPage(client_id, client_name),
      };
    },
    [dialog.open],
  );
  const sums = useMemo(() => sumsByDay(list.shown ?? [], { samples }), [list.shown, samples]);
  const total = totalOf(sums.values());
  const usual = useQuery(companySettings).data?.default_currency;
  const groups = useMemo((): Groups<Entry> | undefined => {
    if (!byDay) return undefined;
    return {
      of: ({ paid_on }) => paid_on,
      heading: (day) => <DayHeading day={day} sum={sums.get(day)} usual={usual ?? "USD"} />,
    };
  }, [byDay, sums, usual]);
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
          {query.data?.complete && total.count > 0 && (
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
        from ? [{ label: "Download month for eTIMS", onClick: () => setMonth(monthOf(from)) }] : undefined
      }
      table={{ columns, fields: entryFields, nameOf, detailOf, groups, actions, actionsWidth: "136px" }}
    />
  );
}

// The payments: their columns, from the declared fields.

/** A day, with what was received on it. A phone has no room for the number of payments. */
function DayHeading({ day, sum, usual }: { day: Day; sum: Sum | undefined; usual: Currency }) {
  const cards = useNarrow();
  return (
    <Group justify="space-between" gap="0 12px" wrap="nowrap" title={formatLongDay(day)}>
      <Box component="span" flex="none">
        {formatDay(day)}
      </Box>
      {sum && (
        <Box component="span" className="figures" ta="right">
          <Money>{cards ? formatSums(sum.sums, usual) : sumText(sum, usual)}</Money>
        </Box>
      )}
    </Group>
  );
}

/** The company, and what was paid. */
const secondLine = (entry: Entry) =>
  [companyBeside(entry.client_name, entry.company), paidFor(entry)].filter(Boolean).join(" · ");

function paidFor({ refund, credit, service, subscription_id }: Entry): string | undefined {
  if (refund) return "Refund";
  if (credit) return "Credit";
  return service && isOneOff({ subscription_id }) ? `${service} (One-off)` : service;
}

/** `byDay`: the heading above a card has its day. */
const paymentColumns = ({ mixed, byDay }: { mixed: boolean; byDay: boolean }): Column<Entry>[] =>
  columnsOf<Entry>(entryFields, [
    {
      id: "paid_on",
      width: "132px",
      tight: "116px",
      ...(!byDay && { card: "2 / 1" }),
      cell: ({ paid_on }) => (
        <span className="figures" title={formatLongDay(paid_on)}>
          {formatDay(paid_on)}
        </span>
      ),
    },
    {
      id: "client_name",
      names: true,
      card: byDay ? "1 / 1 / 3 / 2" : "1 / 1",
      cell: (entry) => (
        <Lines
          strong
          client={entry.client_id}
          badges={<SampleBadge sample={entry.sample} />}
          second={secondLine(entry)}
          secondOnCard={byDay}
        >
          {entry.client_name}
        </Lines>
      ),
    },
    { id: "period", width: "132px", tight: "116px", className: "figures" },
    {
      id: "method",
      width: "120px",
      tight: "106px",
      cell: ({ method, part }) => (
        <Lines {...(part && { second: "part payment" })}>{methodName(method) || "unknown"}</Lines>
      ),
    },
    {
      id: "reference",
      width: "16%",
      tight: "14%",
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
