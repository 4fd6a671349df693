import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import { Link, useNavigate } from "react-router";
import { counted } from "../../../../shared/count.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { type Day, daysBetween } from "../../../../shared/day.ts";
import { type Currency, formatCents, fromCents, sumTexts } from "../../../../shared/money.ts";
import type { BulkAction } from "../../components/many/SelectionBar.tsx";
import type { Column } from "../../components/table/columns.ts";
import { saveCsv } from "../../components/table/export.ts";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import { statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { AgesBar } from "../../components/ui/AgesBar.tsx";
import { SampleBadge } from "../../components/ui/Badge.tsx";
import { Amount } from "../../components/ui/Money.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { clientList, unmatchedPayments } from "../../queries/lists.ts";
import { owedList } from "../../queries/owed.ts";
import { companySettings } from "../../queries/settings.ts";
import { companyBeside } from "../../rules/client-company.ts";
import { DueFigures } from "./DueFigures.tsx";
import { type DueRow, debtsExport, debtsOf, dueRows, dueRules, groupNames, withSettled } from "./due.ts";
import classes from "./MoneyPage.module.css";
import { usePanel } from "./use-panel.tsx";

const RemindManyDialog = lazy(() => import("./RemindManyDialog.tsx"));

const texts: ListTexts = {
  loading: "Loading what is due...",
  failed: ["Failed to fetch what is due", "An error occurred while fetching what is due"],
  empty: ["Nothing is due", "Clients with something overdue or due within a week are listed here."],
  noMatch: ["No clients found", "Nothing that is due matches your search and filters.", "Show all"],
};

/** `keep` selects only these rows. */
type Reminded = { rows: readonly DueRow[]; keep: (rows: readonly DueRow[]) => void };

/** What is due, a row for each client, and the payments that nobody has yet. */
export default function MoneyPage() {
  const accounts = useQuery(owedList);
  const clients = useQuery(clientList);
  const [unmatched, announced] = [useQuery(unmatchedPayments()), useQuery(unmatchedPayments("announced"))];
  const settings = useQuery(companySettings);
  const usual = settings.data?.default_currency ?? "USD";
  const today = accounts.data?.today ?? "";
  const complete = accounts.data?.complete && clients.data?.complete;
  const rows = useMemo(
    () =>
      complete && accounts.data
        ? dueRows(accounts.data.rows, {
            clients: clients.data?.rows ?? [],
            unmatched: unmatched.data?.rows ?? [],
            announced: announced.data?.rows ?? [],
            today,
            usual,
          })
        : undefined,
    [complete, accounts.data, clients.data, unmatched.data, announced.data, today, usual],
  );
  const settled = useSettled(rows);
  const address = useAddress();
  const list = useList(
    dueRules,
    useMemo(() => rows && withSettled(rows, settled, usual), [rows, settled, usual]),
    address,
    complete,
  );
  const { chosen, openClient, panel } = usePanel(list.shown, address);
  const [reminding, setReminding] = useState<Reminded>();
  const cards = useNarrow();
  const columns = useMemo(
    () => dueColumns({ today, usual, openClient, beside: chosen !== "", cards }),
    [today, usual, openClient, chosen, cards],
  );
  const navigate = useNavigate();
  const openCard = useCallback(
    (id: string) => {
      const row = rows?.find((row) => row.id === id);
      if (row?.client) openClient(id);
      else if (row) void navigate(placeOf(row));
    },
    [rows, openClient, navigate],
  );
  const bulk = useCallback(
    (chosen: readonly DueRow[], keep: Reminded["keep"]): BulkAction[] => [
      { name: "Remind", icon: "send", act: () => setReminding({ rows: chosen, keep }) },
      {
        name: "Export",
        icon: "down",
        act: () => void saveCsv(debtsExport(today), debtsOf(chosen, today)),
      },
    ],
    [today],
  );
  const tone = useCallback(({ id }: DueRow) => (id === chosen ? "chosen" : undefined), [chosen]);
  const count = rows?.filter(({ client }) => client).length ?? 0;
  return (
    <div className={classes.page} data-beside={chosen !== "" || undefined}>
      <div className={classes.list}>
        <ListPage
          head={
            <>
              <PageHead title="Due" />
              {rows && (
                <DueFigures
                  rows={rows}
                  usual={usual}
                  chosen={list.chosen.show ?? ""}
                  choose={(show) => list.choose("show", show)}
                />
              )}
            </>
          }
          id="due"
          title={rows && counted(count, "client")}
          texts={texts}
          status={statusOf(accounts, clients, unmatched, announced)}
          list={list}
          search="Search what is due"
          moreFiles={
            list.shown && list.shown.length > 0
              ? [
                  {
                    label: "Export CSV",
                    onClick: () => void saveCsv(debtsExport(today), debtsOf(list.shown ?? [], today)),
                  },
                ]
              : undefined
          }
          table={{
            columns,
            nameOf,
            detailOf,
            groups,
            openCard,
            tone,
            tall: hasTwoSums,
            bulk,
          }}
        />
      </div>
      {panel}
      <Suspense>
        {reminding && (
          <RemindManyDialog
            rows={reminding.rows}
            today={today}
            onClose={(remaining) => {
              if (remaining) reminding.keep(remaining);
              setReminding(undefined);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Where a payment is given to a client. */
const placeOf = ({ id, announced }: Pick<DueRow, "id" | "announced">) =>
  announced ? "/admin/money/announced" : `/admin/money/unmatched?edit=${id}`;

const nameOf = ({ name }: DueRow) => name;
const detailOf = ({ sums, since }: DueRow) =>
  [
    ...(Object.entries(sums) as [Currency, number][]).map(([currency, cents]) =>
      formatCents(cents, currency),
    ),
    formatDay(since),
  ].join(", ");

const hasTwoSums = ({ sums }: DueRow) => Object.keys(sums).length > 1;

const groups = {
  of: ({ group }: DueRow) => group,
  heading: (group: string) => groupNames[group as keyof typeof groupNames],
};

/** Since when something is due, and how much of it; of a payment, what the statement says. */
function factsOf(row: DueRow, today: Day, card: boolean): string[] {
  const { client, group, since, periods, promise, announced, facts, settled } = row;
  if (settled) return ["settled"];
  if (!client)
    return [announced ? "Announced by M-Pesa" : "Not assigned yet", formatDay(since), facts ?? ""].filter(
      Boolean,
    );
  if (group === "soon") return [`due ${formatDay(since)}`];
  if (group === "held") return [`on hold since ${formatDay(since)}`];
  return [
    promise && (promise < today ? `promised ${formatDay(promise)}` : `promises ${formatDay(promise)}`),
    `since ${formatDay(since)}`,
    card ? undefined : counted(periods, "charge"),
  ].filter((fact) => fact !== undefined);
}

type ColumnOptions = {
  today: Day;
  usual: Currency;
  openClient: (id: string) => void;
  /** Whether the panel stands beside the list. */
  beside: boolean;
  cards: boolean;
};

function dueColumns({ today, usual, openClient, beside, cards }: ColumnOptions): Column<DueRow>[] {
  if (cards)
    return [
      nameColumn(openClient),
      { ...amountColumn, cell: (row) => <CardSum row={row} usual={usual} nth={0} /> },
      {
        id: "facts",
        header: "Since",
        card: "2 / 1 / 3 / 3",
        cell: (row) => (
          <Group gap={8} wrap="nowrap" justify="space-between">
            <Facts row={row} today={today} card />
            <CardSum row={row} usual={usual} nth={1} />
          </Group>
        ),
      },
    ];
  const amount: Column<DueRow> = {
    ...amountColumn,
    cell: ({ sums, settled }) => (
      <span className={`figures ${settled ? classes.settled : ""}`}>
        <SumLines sums={sums} usual={usual} />
      </span>
    ),
  };
  const name = nameColumn(openClient, (row) => <Facts row={row} today={today} />);
  return beside ? [name, amount] : [name, agesColumn(today), amount];
}

/** A card has room for little more than since when it is due. */
function Facts({ row, today, card = false }: { row: DueRow; today: Day; card?: boolean }) {
  const facts = factsOf(row, today, card);
  const company = companyBeside(row.name, row.company);
  return (
    <div className={`cut quiet smaller ${row.settled ? classes.settled : ""}`}>
      {(card ? [...facts, company] : [company, ...facts]).filter(Boolean).join(" · ")}
    </div>
  );
}

const nameColumn = (
  openClient: (id: string) => void,
  below?: (row: DueRow) => ReactNode,
): Column<DueRow> => ({
  id: "name",
  header: "Client",
  names: true,
  card: "1 / 1",
  cell: (row) => (
    <>
      <Group gap={8} wrap="nowrap" className={(row.settled && classes.settled) || ""}>
        {row.client ? (
          <button type="button" className={`cut ${classes.name}`} onClick={() => openClient(row.id)}>
            {/* Here, because the title of a button is read after its name. */}
            <span title={row.name}>{row.name}</span>
          </button>
        ) : (
          <Link
            className={`cut ${classes.name}`}
            to={placeOf(row)}
            // One payer can have several payments.
            aria-label={[row.name, detailOf(row), row.facts].filter(Boolean).join(", ")}
          >
            <span title={row.name}>{row.name}</span>
          </Link>
        )}
        <SampleBadge sample={row.client?.sample} />
      </Group>
      {below?.(row)}
    </>
  ),
});

const agesColumn = (today: Day): Column<DueRow> => ({
  id: "since",
  header: "Age",
  width: "150px",
  tight: "112px",
  cell: ({ owed, since, periods, settled }) =>
    periods > 0 &&
    !settled && (
      <div className={classes.ages} title={`${counted(daysBetween(since, today), "day")} overdue`}>
        {owed
          .filter(({ overdue }) => overdue > 0)
          .map(({ currency, ages }) => (
            <AgesBar key={currency} ages={ages.map(fromCents)} currency={currency} />
          ))}
      </div>
    ),
});

const amountColumn = {
  id: "sums",
  header: "Amount",
  width: "170px",
  tight: "150px",
  align: "right",
  card: "1 / 2",
} as const;

/** Each line of a card has one sum at its end: the first, and another currency's. */
function CardSum({ row: { sums, settled }, usual, nth }: { row: DueRow; usual: Currency; nth: 0 | 1 }) {
  const text = sumTexts(sums, usual)[nth];
  return (
    text && (
      <span className={`figures ${nth === 1 ? "smaller" : ""} ${settled ? classes.settled : ""}`}>
        <Amount>{text}</Amount>
      </span>
    )
  );
}

/** The rows that were listed since the page opened, and are not any more. */
function useSettled(rows: readonly DueRow[] | undefined): readonly DueRow[] {
  const [state, setState] = useState({ rows, seen: new Map<string, DueRow>(), settled: [] as DueRow[] });
  if (rows === undefined || rows === state.rows) return state.settled;
  const seen = new Map([...state.seen, ...rows.map((row) => [row.id, row] as const)]);
  const listed = new Set(rows.map(({ id }) => id));
  const settled = [...seen.values()].filter(({ id }) => !listed.has(id));
  setState({ rows, seen, settled });
  return settled;
}
