import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import { money, moneyOrder } from "../../../../shared/amount.ts";
import { counted } from "../../../../shared/count.ts";
import { formatDay, formatLongDay, formatMonth } from "../../../../shared/dates.ts";
import { type Day, isMonth } from "../../../../shared/day.ts";
import { linesOf } from "../../../../shared/invoices/month-file.ts";
import { formatSums } from "../../../../shared/money.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { type Column, columnsOf } from "../../components/table/columns.ts";
import { saveCsv } from "../../components/table/export.ts";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import { clientPage as pageOfClient, type RowActions } from "../../components/table/RowActions.tsx";
import { statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { Badge, Tag } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { Amount, Money } from "../../components/ui/Money.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { clientPage } from "../../queries/client-page.ts";
import { invoicesOf } from "../../queries/invoices.ts";
import { companySettings } from "../../queries/settings.ts";
import { companyBeside } from "../../rules/client-company.ts";
import { isLate, numberText, paperStateNames, paperTone } from "../../rules/invoice-text.ts";
import { ClientChoice } from "./ClientChoice.tsx";
import classes from "./InvoicesPage.module.css";
import {
  clientOptions,
  type Entry,
  entryFields,
  entryOf,
  invoiceRules,
  linesExport,
  stateOptions,
  sumsOfEntries,
  totalsOf,
  UNCONFIRMED,
} from "./list.ts";
import { MonthChoice } from "./MonthChoice.tsx";
import { RateSums } from "./RateSums.tsx";

const TaxFileDialog = lazy(() => import("./TaxFileDialog.tsx"));

const textsOf = (isOn: boolean): ListTexts => ({
  loading: "Loading invoices...",
  failed: ["Failed to fetch invoices", "An error occurred while fetching invoices"],
  empty: [
    "No invoices",
    isOn
      ? "Invoices and credit notes are listed here, in the month they were written."
      : "Invoices are not on. An administrator chooses the day from which they are written.",
  ],
  noMatch: ["No invoices found", "No invoice matches your search and filters.", "Show all invoices"],
});
const textsOfUnconfirmed: ListTexts = {
  ...textsOf(true),
  empty: ["Nothing to confirm", "Every invoice and credit note has its control unit number."],
};

const nameOf = (entry: Entry) => `${numberText(entry)}, ${entry.client_name}`;
const detailOf = ({ day, gross, currency }: Entry) => `${formatDay(day)}, ${money(gross, currency)}`;

/** The invoices of a month, or all that have no control unit number. Both are in the address. */
export default function InvoicesPage() {
  const address = useAddress();
  const unconfirmed = address.get("state") === UNCONFIRMED;
  const monthInAddress = address.get("month");
  const asked = isMonth(monthInAddress) ? { month: monthInAddress } : {};
  const query = useQuery(invoicesOf(unconfirmed ? { state: UNCONFIRMED } : asked));
  const { data } = query;
  const today = data?.today ?? "";
  const month = asked.month ?? data?.month;
  const settings = useQuery(companySettings).data;
  const entries = useMemo(() => data?.rows.map(entryOf), [data]);
  const list = useList(invoiceRules, entries, address, data?.complete);
  const usual = settings?.default_currency ?? "USD";
  const sums = useMemo(() => sumsOfEntries(list.shown ?? [], usual), [list.shown, usual]);
  const { gross } = totalsOf(sums);
  const mixed = Object.keys(gross).length > 1;
  const { open } = useDialog();
  const cards = useNarrow();
  const columns = useMemo(
    () => invoiceColumns({ today, mixed, onOpen: cards ? undefined : (id) => open("invoice", id) }),
    [today, mixed, cards, open],
  );
  const actions = useCallback(
    ({ id, client_id, client_name }: Entry, name: string): RowActions => ({
      main: {
        name: "Open",
        label: `Open ${name}`,
        icon: "note",
        act: () => open("invoice", id),
      },
      page: pageOfClient(client_id, client_name),
    }),
    [open],
  );
  const navigate = useNavigate();
  const [taxMonth, setTaxMonth] = useState<string>();
  const client = list.chosen.client ?? "";
  const isUnlisted = client !== "" && entries?.every(({ client_id }) => client_id !== client) === true;
  const chosenName = useQuery({ ...clientPage(client), enabled: isUnlisted }).data?.client.name;
  const clients = useMemo(
    () =>
      clientOptions(entries ?? [], client ? { id: client, name: chosenName ?? "This client" } : undefined),
    [entries, client, chosenName],
  );
  const title = unconfirmed ? "Without control unit number" : month && formatMonth(month);
  const fileName = unconfirmed ? "invoices without control unit number" : `invoices ${month}`;
  const shown = list.shown ?? [];
  return (
    <ListPage
      head={
        <>
          <PageHead title="Invoices" />
          {data?.complete && sums.some(({ taxed }) => taxed) && <RateSums sums={sums} />}
        </>
      }
      days={
        !unconfirmed && month && <MonthChoice month={month} onChange={(month) => address.set({ month })} />
      }
      id="invoices"
      title={title}
      texts={unconfirmed ? textsOfUnconfirmed : textsOf(settings?.invoices_from !== null)}
      status={statusOf(query)}
      list={list}
      search="Search invoices"
      filters={[
        { name: "state", label: "State", options: stateOptions },
        { name: "client", label: "Client", options: clients, Control: ClientChoice },
      ]}
      figures={
        <>
          {data?.complete && shown.length > 0 && (
            <>
              <Tag>{countText(shown)}</Tag>
              <Tag>{formatSums(gross, usual)}</Tag>
            </>
          )}
          <Suspense>
            {taxMonth && (
              <TaxFileDialog month={taxMonth} usual={usual} onClose={() => setTaxMonth(undefined)} />
            )}
          </Suspense>
        </>
      }
      firstStep={
        !unconfirmed &&
        settings?.invoices_from === null && <Link to="/admin/settings/tax">Settings › Tax</Link>
      }
      moreFiles={[
        ...(shown.length > 0 && data?.complete
          ? [{ label: "Export CSV", onClick: () => void saveCsv(linesExport(fileName), linesOf(shown)) }]
          : []),
        ...(month ? [{ label: "Download month for eTIMS", onClick: () => setTaxMonth(month) }] : []),
        {
          label: "Import control unit numbers",
          icon: "up",
          onClick: () => void navigate("/admin/money/control-units"),
        },
      ]}
      table={{ columns, fields: entryFields, nameOf, detailOf, actions, actionsWidth: "104px" }}
    />
  );
}

/** `12 invoices, 1 credit note` */
function countText(entries: readonly Entry[]): string {
  const credits = entries.filter(({ kind }) => kind === "credit_note").length;
  const invoices = counted(entries.length - credits, "invoice");
  return credits > 0 ? `${invoices}, ${counted(credits, "credit note")}` : invoices;
}

type ColumnOptions = {
  today: Day;
  /** There are several currencies. */
  mixed: boolean;
  /** Absent on cards: a tap opens the sheet. */
  onOpen: ((id: string) => void) | undefined;
};

const invoiceColumns = ({ today, mixed, onOpen }: ColumnOptions): Column<Entry>[] =>
  columnsOf<Entry>(entryFields, [
    {
      id: "day",
      width: "152px",
      tight: "140px",
      cell: ({ day, due }) => (
        <div className="figures">
          <span title={formatLongDay(day)}>{formatDay(day)}</span>
          {due && <Below title={formatLongDay(due)}>{`due ${formatDay(due)}`}</Below>}
        </div>
      ),
    },
    {
      id: "number",
      width: "208px",
      tight: "164px",
      card: "2 / 1",
      cell: (entry) => (
        <div className="figures">
          {onOpen ? (
            <button type="button" className={classes.number} onClick={() => onOpen(entry.id)}>
              {numberText(entry)}
            </button>
          ) : (
            <span>{numberText(entry)}</span>
          )}
          {entry.number && (
            <Below title={entry.control_unit_number}>{entry.control_unit_number ?? "no control unit"}</Below>
          )}
        </div>
      ),
    },
    {
      id: "client_name",
      names: true,
      card: "1 / 1",
      cell: ({ client_id, client_name, company, service }) => (
        <Lines
          strong
          client={client_id}
          company={companyBeside(client_name, company)}
          {...(service && { second: service })}
        >
          {client_name}
        </Lines>
      ),
    },
    {
      id: "state",
      width: "176px",
      tight: "156px",
      card: "2 / 2",
      cell: (entry) => {
        const { state, left = 0, currency, of_number } = entry;
        const late = isLate(entry, today);
        return (
          <div>
            <Badge tone={paperTone(state, late)}>{`${paperStateNames[state]}${late ? ", late" : ""}`}</Badge>
            {state === "part" && <Below>{`${money(left, currency)} left`}</Below>}
            {of_number && <Below>{`for ${of_number}`}</Below>}
          </div>
        );
      },
    },
    {
      id: "gross",
      title: mixed ? moneyOrder : undefined,
      width: "172px",
      tight: "156px",
      align: "right",
      card: "1 / 2",
      cell: ({ gross, vat, currency, lines }) => (
        <div className="figures">
          <Amount>{money(gross, currency)}</Amount>
          {lines.some(({ taxed }) => taxed) && <Below>{`${money(vat, currency)} VAT`}</Below>}
        </div>
      ),
    },
  ]);

/** A second line. A card has no room for it. */
const Below = ({ title, children }: { title?: string | undefined; children: string }) => (
  <div className={`cut quiet smaller ${classes.below}`} title={title}>
    <Money>{children}</Money>
  </div>
);
