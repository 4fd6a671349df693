import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { formatCents } from "../../../../shared/money.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { DataTable } from "../../components/table/DataTable.tsx";
import { ListPage, type ListWords } from "../../components/table/ListPage.tsx";
import { statusOf } from "../../components/table/list-status.ts";
import { useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { clientList } from "../../queries/clients.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";
import { subscriptionColumns } from "./columns.tsx";
import { DueBadges } from "./DueBadges.tsx";
import { type Entry, entriesOf, frequencies, portfolio, statuses, totalsOf } from "./portfolio.ts";
import { SubscriptionForm } from "./SubscriptionForm.tsx";

const words: ListWords = {
  loading: "Loading subscriptions...",
  failed: ["Failed to fetch data", "An error occurred while fetching data"],
  empty: ["No subscriptions found", "Create your first subscription to start tracking renewals and billing."],
  noMatch: [
    "No subscriptions match",
    "None in the portfolio fits this search and these filters.",
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
  // Due ones are chosen by the badges that count them.
  const status = statusOf(subscriptions, clients);
  const list = useList(portfolio, entries, useAddress(), status.complete);
  const dialog = useDialog();
  const columns = useMemo(() => subscriptionColumns(dialog.open, today), [dialog.open, today]);
  const edited = entries?.find(({ id }) => id === dialog.value("edit"));
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={() => dialog.open("add", "subscription")}>
      Add Subscription
    </Button>
  );
  return (
    <>
      <ListPage
        head={
          <PageHead
            title="Subscription Management"
            name="Subscriptions"
            lead="What clients pay for, again and again, and when it is due."
            action={add}
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
            // A sum of half of them would be wrong.
            <Badge tone="quiet" dot={false}>{`${entries.length} so far`}</Badge>
          ) : (
            <>
              <Badge tone="quiet" dot={false}>{`${entries.length} total`}</Badge>
              <Badge tone="quiet" dot={false}>{`${formatCents(totals.active)} active`}</Badge>
              <Badge tone="quiet" dot={false}>{`MRR ${formatCents(totals.monthly)}`}</Badge>
              <Badge tone="quiet" dot={false}>{`ARR ${formatCents(totals.yearly)}`}</Badge>
              <DueBadges
                totals={totals}
                due={list.chosen.due ?? ""}
                onChange={(due) => list.choose("due", due)}
              />
            </>
          ))
        }
        firstStep={add}
        cardsSortedBy={columns}
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
          />
        )}
      </ListPage>
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
