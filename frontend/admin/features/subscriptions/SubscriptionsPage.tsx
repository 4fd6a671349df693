import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { formatSums } from "../../../../shared/money.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { type Action, SelectionBar } from "../../components/many/SelectionBar.tsx";
import { useSelection } from "../../components/many/use-selection.ts";
import { DataTable } from "../../components/table/DataTable.tsx";
import { saveCsv } from "../../components/table/export.ts";
import { ListPage, type ListWords } from "../../components/table/ListPage.tsx";
import { statusOf } from "../../components/table/list-status.ts";
import { useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { AddButton } from "../../components/ui/AddButton.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { BrokenPage } from "../../components/ui/BrokenPage.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { clientList } from "../../queries/clients.ts";
import { companySettings } from "../../queries/settings.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";
import type { BulkAction } from "./bulk-plan.ts";
import { subscriptionColumns } from "./columns.tsx";
import { subscriptionsExport } from "./csv-export.ts";
import { DueBadges, MonthBadge } from "./DueBadges.tsx";
import { type Entry, entriesOf, frequencies, portfolio, statuses, totalsOf } from "./portfolio.ts";
import { SubscriptionForm } from "./SubscriptionForm.tsx";

const BulkDialog = lazy(() => import("./BulkDialog.tsx"));

const words: ListWords = {
  loading: "Loading subscriptions...",
  failed: ["Failed to fetch data", "An error occurred while fetching data"],
  empty: ["No subscriptions found", "Create your first subscription to start tracking renewals and billing."],
  noMatch: [
    "No subscriptions match",
    "No subscription matches your search and filters.",
    "Show all subscriptions",
  ],
};
const filters = [
  { name: "status", label: "Status", options: statuses },
  { name: "frequency", label: "Frequency", options: frequencies },
];
const nameOf = ({ client_name }: Entry) => client_name;
const tone = ({ state }: Entry) => state.name;

export default function SubscriptionsPage() {
  const subscriptions = useQuery(subscriptionList);
  const clients = useQuery(clientList);
  const today = subscriptions.data?.today ?? "";
  const entries = useMemo(
    () => subscriptions.data && clients.data && entriesOf(subscriptions.data.rows, clients.data, today),
    [subscriptions.data, clients.data, today],
  );
  const totals = useMemo(() => entries && totalsOf(entries), [entries]);
  const status = statusOf(subscriptions, clients);
  const list = useList(portfolio, entries, useAddress(), status.complete);
  const dialog = useDialog();
  const [first, other] = totals?.currencies ?? [];
  const mixed = other !== undefined;
  // An empty list shows zero in the default currency.
  const settings = useQuery({ ...companySettings, enabled: entries?.length === 0 });
  const usual = first ?? settings.data?.default_currency;
  const columns = useMemo(() => subscriptionColumns(dialog.open, today, mixed), [dialog.open, today, mixed]);
  const cards = useNarrow();
  const selection = useSelection(list.shown);
  const [bulk, setBulk] = useState<{ action: BulkAction; entries: readonly Entry[] }>();
  const { chosen } = selection;
  const bulkAction = (name: string, icon: Action["icon"], action: BulkAction): Action => ({
    name,
    icon,
    act: () => setBulk({ action, entries: chosen }),
  });
  // If all are muted, offer Unmute; if all are paused, offer Resume.
  const every = (is: (entry: Entry) => boolean) => chosen.length > 0 && chosen.every(is);
  const actions = [
    bulkAction("Record payment", "renew", "pay"),
    bulkAction("Remind", "send", "remind"),
    every(({ subscription }) => subscription.muted === true)
      ? bulkAction("Unmute", "bell", "unmute")
      : bulkAction("Mute", "mute", "mute"),
    every(({ subscription }) => subscription.status === "paused")
      ? bulkAction("Resume", "play", "resume")
      : bulkAction("Pause", "pause", "pause"),
    { name: "Export", icon: "down", act: () => void saveCsv(subscriptionsExport, chosen) } as const,
  ];
  const edited = entries?.find(({ id }) => id === dialog.value("edit"));
  const add = () => dialog.open("add", "subscription");
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
        words={words}
        status={status}
        list={list}
        search="Search subscriptions"
        filters={filters}
        figures={
          entries &&
          totals &&
          (!status.complete ? (
            // The sum of a partly loaded list would be wrong.
            <Badge tone="quiet" dot={false}>{`${entries.length} so far`}</Badge>
          ) : (
            <>
              <Badge tone="quiet" dot={false}>{`${entries.length} total`}</Badge>
              {usual && (
                <>
                  <Badge tone="quiet" dot={false}>{`${formatSums(totals.active, usual)} active`}</Badge>
                  <Badge tone="quiet" dot={false}>{`MRR ${formatSums(totals.monthly, usual)}`}</Badge>
                  <Badge tone="quiet" dot={false}>{`ARR ${formatSums(totals.yearly, usual)}`}</Badge>
                  <MonthBadge
                    month={list.chosen.month ?? ""}
                    entries={entries}
                    usual={usual}
                    onClear={() => list.choose("month", "")}
                  />
                </>
              )}
              <DueBadges
                totals={totals}
                due={list.chosen.due ?? ""}
                onChange={(due) => list.choose("due", due)}
              />
            </>
          ))
        }
        firstStep={<AddButton onClick={add}>Add Subscription</AddButton>}
        cardsSortedBy={columns}
        exported={subscriptionsExport}
        importPath="/admin/subscriptions/import"
        choose={status.complete ? selection.choose : undefined}
        bar={
          <SelectionBar
            selection={selection}
            shown={list.shown?.length ?? 0}
            actions={actions}
            cards={cards}
          />
        }
      >
        {(rows, cards) => (
          <DataTable
            label="Subscription Portfolio"
            columns={columns}
            rows={rows}
            sorting={list.sorting}
            cards={cards}
            nameOf={nameOf}
            tone={tone}
            {...(status.complete && { selected: selection.table })}
          />
        )}
      </ListPage>
      {bulk && (
        <BrokenPage what="dialog">
          <Suspense>
            <BulkDialog
              {...bulk}
              today={today}
              onClose={(remaining) => {
                setBulk(undefined);
                if (remaining) selection.keep(remaining);
              }}
            />
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
      {edited && clients.data && (
        <SubscriptionForm
          key={edited.id}
          subscription={edited.subscription}
          clients={clients.data}
          today={today}
          onClose={dialog.close}
        />
      )}
    </>
  );
}
