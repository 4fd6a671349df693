import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { priceText } from "../../../../shared/amount.ts";
import { count } from "../../../../shared/count.ts";
import { formatDay, formatMonth } from "../../../../shared/dates.ts";
import { isMonth } from "../../../../shared/day.ts";
import { type Currency, currencyOf, formatSums } from "../../../../shared/money.ts";
import { omit } from "../../../../shared/omit.ts";
import { recipientOf } from "../../../../shared/reminders/whatsapp.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import type { BulkAction as SelectionAction } from "../../components/many/SelectionBar.tsx";
import { saveCsv } from "../../components/table/export.ts";
import type { QuickFilter } from "../../components/table/FilterBar.tsx";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import { statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { useSubscriptionActions } from "../../components/table/use-subscription-actions.ts";
import { Tag } from "../../components/ui/Badge.tsx";
import { BrokenPage } from "../../components/ui/BrokenPage.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { AddButton, PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow, useTightTable } from "../../components/ui/use-narrow.ts";
import { clientList, owedRows, subscriptionList } from "../../queries/lists.ts";
import { companySettings } from "../../queries/settings.ts";
import { frequencyName } from "../../rules/subscription-labels.ts";
import type { BulkAction } from "./bulk.ts";
import {
  comingIn,
  type Entry,
  entriesOf,
  entryFields,
  portfolio,
  subscriptionsExport,
  totalsOf,
} from "./portfolio.ts";
import { SubscriptionForm } from "./SubscriptionForm.tsx";
import { filters, hasMoreLines, subscriptionColumns } from "./subscription-list.tsx";

/** The column of amounts says what is overdue. */
const sheetFields = omit(entryFields, "overdue");

const nameOf = ({ client_name }: Entry) => client_name;
const detailOf = ({ service, frequency, amount, currency, next_billing_date }: Entry) =>
  [
    service ?? frequencyName(frequency),
    priceText(amount, currencyOf({ currency })),
    formatDay(next_billing_date),
  ].join(", ");

const BulkDialog = lazy(() => import("./BulkDialog.tsx"));
const PricesDialog = lazy(() => import("./PricesDialog.tsx"));

const texts: ListTexts = {
  loading: "Loading subscriptions...",
  failed: ["Failed to fetch data", "An error occurred while fetching data"],
  empty: ["No subscriptions found", "Create your first subscription to start tracking renewals and billing."],
  noMatch: [
    "No subscriptions found",
    "No subscription matches your search and filters.",
    "Show all subscriptions",
  ],
};

type Bulk = {
  action: BulkAction | "prices";
  entries: readonly Entry[];
  keep: (entries: readonly Entry[]) => void;
};

export default function SubscriptionsPage() {
  const subscriptions = useQuery(subscriptionList);
  const clients = useQuery(clientList);
  const today = subscriptions.data?.today ?? "";
  const entries = useMemo(
    () => subscriptions.data && clients.data && entriesOf(owedRows(subscriptions.data), clients.data, today),
    [subscriptions.data, clients.data, today],
  );
  const totals = useMemo(() => entries && totalsOf(entries), [entries]);
  const status = statusOf(subscriptions, clients);
  const list = useList(portfolio, entries, useAddress(), status.complete);
  const dialog = useDialog();
  const used = totals?.currencies ?? [];
  const mixed = used.length > 1;
  const { data: settings } = useQuery(companySettings);
  // Without the settings, the sums show in the order of the list.
  const usual = settings?.default_currency ?? used[0];
  const isTight = useTightTable();
  const columns = useMemo(() => subscriptionColumns({ mixed, isTight }), [mixed, isTight]);
  const actionsOf = useSubscriptionActions();
  const actions = useCallback(
    (entry: Entry, name: string) =>
      actionsOf(entry.subscription, recipientOf(entry), { isDue: entry.state.name !== "none", name }),
    [actionsOf],
  );
  const [bulk, setBulk] = useState<Bulk>();
  const closeBulk = ({ keep }: Bulk, remaining: readonly Entry[] | undefined) => {
    setBulk(undefined);
    if (remaining) keep(remaining);
  };
  const add = () => dialog.open("add", "subscription");
  const cards = useNarrow();
  const sums =
    totals &&
    usual &&
    status.complete &&
    totals.currencies.length > 0 &&
    sumsIn(totals).map(({ name, sums, title }) => (
      <span key={name} className="quiet smaller" title={title}>
        <Money>{`${formatSums(sums, usual)} ${name}`}</Money>
      </span>
    ));
  return (
    <>
      <ListPage
        head={
          <PageHead
            title="Subscription Management"
            name="Subscriptions"
            lead="What clients pay for, and when it is due."
            brief
            action={
              <AddButton inHead onClick={add}>
                Add Subscription
              </AddButton>
            }
          />
        }
        id="portfolio"
        title="Subscription Portfolio"
        texts={texts}
        status={status}
        list={list}
        search="Search subscriptions"
        filters={filters}
        quick={totals && status.complete ? quickFilters(totals, list.chosen, entries ?? [], usual) : []}
        figures={
          entries &&
          totals &&
          (!status.complete ? (
            // The sum of a partly loaded list would be wrong.
            <Tag>{`${count(entries.length)} so far`}</Tag>
          ) : (
            <>
              <Tag>{`${count(entries.filter(({ former }) => !former).length)} total`}</Tag>
              {/* A phone has no line for them before the list. */}
              {cards && sums}
            </>
          ))
        }
        note={
          !cards &&
          sums && (
            <Group component="span" gap="2px 20px">
              {sums}
            </Group>
          )
        }
        firstStep={<AddButton onClick={add}>Add Subscription</AddButton>}
        exported={subscriptionsExport}
        importPath="/admin/subscriptions/import"
        table={{
          columns,
          fields: sheetFields,
          nameOf,
          detailOf,
          tone: ({ state }) => state.name,
          tall: hasMoreLines,
          actions,
          bulk: (chosen, keep) => {
            const own = chosen.filter(({ former }) => !former);
            return bulkActions(own, (action) => setBulk({ action, entries: own, keep }));
          },
        }}
      />
      {bulk && (
        <BrokenPage what="dialog">
          <Suspense>
            {bulk.action === "prices" ? (
              <PricesDialog
                entries={bulk.entries}
                today={today}
                usual={usual ?? "USD"}
                onClose={(remaining) => closeBulk(bulk, remaining)}
              />
            ) : (
              <BulkDialog
                action={bulk.action}
                entries={bulk.entries}
                today={today}
                onClose={(remaining) => closeBulk(bulk, remaining)}
              />
            )}
          </Suspense>
        </BrokenPage>
      )}
      {dialog.value("add") && subscriptions.data && clients.data && (
        <SubscriptionForm
          subscription={undefined}
          clients={clients.data}
          today={today}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

/** The sums beside the number of subscriptions. The first one is specified; the titles have the terms of accountants. */
const sumsIn = ({ active, monthly, yearly }: ReturnType<typeof totalsOf>) => [
  { name: "active", sums: active, title: "The prices of all active subscriptions, whatever their frequency" },
  { name: "per month", sums: monthly, title: "MRR: monthly recurring revenue" },
  { name: "per year", sums: yearly, title: "ARR: annual recurring revenue" },
];

/** The numbers of overdue and due-soon subscriptions, and the month that a bar of the dashboard's chart chose. */
function quickFilters(
  { overdue, dueSoon }: { overdue: number; dueSoon: number },
  { due, month = "" }: Record<string, string>,
  entries: readonly Entry[],
  usual: Currency | undefined,
): QuickFilter[] {
  const quick: QuickFilter[] = [];
  if (isMonth(month) && usual)
    quick.push({
      name: "month",
      value: month,
      text: `${formatSums(comingIn(month, entries), usual)} due in ${formatMonth(month)}`,
      tone: "fine",
    });
  if (overdue > 0 || due === "overdue")
    quick.push({ name: "due", value: "overdue", text: `${overdue} overdue`, tone: "overdue" });
  if (dueSoon > 0 || due === "due-soon")
    quick.push({ name: "due", value: "due-soon", text: `${dueSoon} due soon`, tone: "soon" });
  return quick;
}

/** Actions for the selected subscriptions. If all are muted or paused, the opposite is offered. */
function bulkActions(
  chosen: readonly Entry[],
  start: (action: Bulk["action"]) => void,
): readonly SelectionAction[] {
  const every = (matches: (entry: Entry) => boolean) => chosen.length > 0 && chosen.every(matches);
  return [
    { name: "Record payment", icon: "payment", act: () => start("pay") },
    { name: "Remind", icon: "send", act: () => start("remind") },
    every(({ muted }) => muted === true)
      ? { name: "Unmute", icon: "bell", act: () => start("unmute") }
      : { name: "Mute", icon: "mute", act: () => start("mute") },
    every(({ status }) => status === "paused")
      ? { name: "Resume", icon: "play", act: () => start("resume") }
      : { name: "Pause", icon: "pause", act: () => start("pause") },
    { name: "Change prices", icon: "edit", act: () => start("prices") },
    { name: "Export", icon: "down", act: () => void saveCsv(subscriptionsExport, chosen, "selected rows") },
  ];
}
