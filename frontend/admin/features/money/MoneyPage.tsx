import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { counted } from "../../../../shared/count.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { type Day, daysBetween } from "../../../../shared/day.ts";
import { type Currency, formatCents } from "../../../../shared/money.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import type { BulkAction } from "../../components/many/SelectionBar.tsx";
import type { Column } from "../../components/table/columns.ts";
import { saveCsv } from "../../components/table/export.ts";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import { clientPage, type RowActions } from "../../components/table/RowActions.tsx";
import { statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { AgesBar } from "../../components/ui/AgesBar.tsx";
import { SampleBadge } from "../../components/ui/Badge.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { clientList, unmatchedPayments } from "../../queries/lists.ts";
import { owedList } from "../../queries/owed.ts";
import { companySettings } from "../../queries/settings.ts";
import { companyBeside } from "../../rules/client-company.ts";
import { DueFigures } from "./DueFigures.tsx";
import { type DueRow, debtsExport, debtsOf, dueRows, dueRules, groupNames } from "./due.ts";
import classes from "./MoneyPage.module.css";

const RemindManyDialog = lazy(() => import("./RemindManyDialog.tsx"));

const texts: ListTexts = {
  loading: "Loading what is due...",
  failed: ["Failed to fetch what is due", "An error occurred while fetching what is due"],
  empty: ["Nothing is due", "Clients with something overdue or due within a week are listed here."],
  noMatch: ["No clients found", "Nothing that is due matches your search and filters.", "Show all"],
};

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
  const list = useList(dueRules, rows, useAddress(), complete);
  const dialog = useDialog();
  const [reminding, setReminding] = useState<readonly DueRow[]>();
  const openClient = useCallback((id: string) => dialog.open("pay", id), [dialog.open]);
  const columns = useMemo(() => dueColumns(today, usual, openClient), [today, usual, openClient]);
  const actions = useCallback(
    ({ id, client, name, announced }: DueRow, distinctName: string): RowActions =>
      client
        ? {
            main: {
              name: "Record payment",
              label: `Record payment from ${distinctName}`,
              icon: "payment",
              shortcut: "p",
              act: () => openClient(id),
            },
            page: clientPage(id, name),
          }
        : {
            main: {
              name: "Assign",
              label: `Assign the payment from ${distinctName}`,
              icon: "payment",
              to: placeOf({ id, announced }),
            },
          },
    [openClient],
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
    (chosen: readonly DueRow[]): BulkAction[] => [
      { name: "Remind", icon: "send", act: () => setReminding(chosen) },
      {
        name: "Export",
        icon: "down",
        act: () => void saveCsv(debtsExport(today), debtsOf(chosen, today)),
      },
    ],
    [today],
  );
  const count = rows?.filter(({ client }) => client).length ?? 0;
  return (
    <>
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
            ? {
                label: "Export CSV",
                onClick: () => void saveCsv(debtsExport(today), debtsOf(list.shown ?? [], today)),
              }
            : undefined
        }
        table={{ columns, nameOf, detailOf, groups, openCard, actions, actionsWidth: "156px", bulk }}
      />
      <Suspense>
        {reminding && (
          <RemindManyDialog rows={reminding} today={today} onClose={() => setReminding(undefined)} />
        )}
      </Suspense>
    </>
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

const groups = {
  of: ({ group }: DueRow) => group,
  heading: (group: string) => groupNames[group as keyof typeof groupNames],
};

/** Since when something is due, and how much of it; of a payment, what the statement says. */
function factsOf({ client, group, since, periods, promise, announced, facts }: DueRow, today: Day): string[] {
  if (!client)
    return [announced ? "Announced by M-Pesa" : "Not assigned yet", formatDay(since), facts ?? ""].filter(
      Boolean,
    );
  if (group === "soon") return [`due ${formatDay(since)}`];
  if (group === "held") return [`on hold since ${formatDay(since)}`];
  return [
    promise && (promise < today ? `promised ${formatDay(promise)}` : `promises ${formatDay(promise)}`),
    `since ${formatDay(since)}`,
    counted(periods, "period"),
  ].filter((fact) => fact !== undefined);
}

const dueColumns = (today: Day, usual: Currency, openClient: (id: string) => void): Column<DueRow>[] => [
  {
    id: "name",
    header: "Client",
    names: true,
    card: "1 / 1 / 3 / 2",
    cell: (row) => (
      <>
        <Group gap={8} wrap="nowrap">
          {row.client ? (
            <button
              type="button"
              className={`cut ${classes.name}`}
              title={row.name}
              onClick={() => openClient(row.id)}
            >
              {row.name}
            </button>
          ) : (
            <strong className="cut" title={row.name}>
              {row.name}
            </strong>
          )}
          <SampleBadge sample={row.client?.sample} />
        </Group>
        <div className="cut quiet smaller">
          {[companyBeside(row.name, row.company), ...factsOf(row, today)].filter(Boolean).join(" · ")}
        </div>
      </>
    ),
  },
  {
    id: "since",
    header: "Age",
    width: "150px",
    tight: "112px",
    cell: ({ owed, since, periods }) =>
      periods > 0 && (
        <div className={classes.ages} title={`${counted(daysBetween(since, today), "day")} overdue`}>
          {owed
            .filter(({ overdue }) => overdue > 0)
            .map(({ currency, ages }) => (
              <AgesBar key={currency} ages={ages.map((cents) => cents / 100)} currency={currency} />
            ))}
        </div>
      ),
  },
  {
    id: "sums",
    header: "Amount",
    width: "170px",
    tight: "150px",
    align: "right",
    card: "1 / 2",
    cell: ({ sums }) => (
      <span className="figures">
        <SumLines sums={sums} usual={usual} />
      </span>
    ),
  },
];
