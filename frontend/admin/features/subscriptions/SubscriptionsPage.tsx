import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { formatCents } from "../../../../shared/money.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { DataTable } from "../../components/table/DataTable.tsx";
import { Choice } from "../../components/table/Filters.tsx";
import { ListHead } from "../../components/table/ListHead.tsx";
import { ListEmpty, ListFailure, ListLoading, ListUnreadable } from "../../components/table/ListState.tsx";
import { type Order, orderOf, orderText } from "../../components/table/order.ts";
import { SearchBox } from "../../components/table/SearchBox.tsx";
import { SortChoice } from "../../components/table/SortChoice.tsx";
import toolbar from "../../components/table/Toolbar.module.css";
import { useAddress } from "../../components/table/use-address.ts";
import { useSearch } from "../../components/table/use-search.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Icon } from "../../components/ui/Icon.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { clientList, subscriptionList } from "../../queries/lists.ts";
import { subscriptionColumns } from "./columns.tsx";
import { DueBadges } from "./DueBadges.tsx";
import { type Entry, frequencies, sortable, statuses, usualOrder } from "./portfolio.ts";
import { SubscriptionForm } from "./SubscriptionForm.tsx";
import { useShown } from "./use-shown.ts";

const nameOf = ({ client_name }: Entry) => client_name;
const toneOf = ({ state }: Entry) => state.name;

export default function SubscriptionsPage() {
  const list = useQuery(subscriptionList);
  const clients = useQuery(clientList);
  const { get, set } = useAddress();
  const dialog = useDialog();
  const narrow = useNarrow();
  const [search, setSearch] = useSearch(get("q"), (q) => set({ q }));
  const [status, frequency, due, orderInAddress] = [get("status"), get("frequency"), get("due"), get("sort")];

  const today = list.data?.today ?? "";
  const order = useMemo(() => orderOf(orderInAddress, sortable, usualOrder), [orderInAddress]);
  const { entries, totals, shown } = useShown(list.data, clients.data, {
    status,
    frequency,
    due,
    search,
    order,
  });
  const sort = useCallback((order: Order) => set({ sort: orderText(order) }), [set]);
  const columns = useMemo(() => subscriptionColumns(dialog.open, today), [dialog.open, today]);

  const error = list.error ?? clients.error;
  const open = (id: string | null) => (id ? entries?.find((entry) => entry.id === id) : undefined);
  const edited = open(dialog.value("edit"));
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={() => dialog.open("add", "subscription")}>
      Add Subscription
    </Button>
  );
  const retry = () => void Promise.all([list.refetch(), clients.refetch()]);
  const showAll = () => {
    setSearch("");
    set({ q: "", status: "", frequency: "", due: "" });
  };

  return (
    <>
      <PageHead
        title="Subscription Management"
        name="Subscriptions"
        lead="What clients pay for, again and again, and when it is due."
        action={add}
      />
      {error && (
        <ListFailure
          error={error}
          words={["Failed to fetch data", "An error occurred while fetching data"]}
          some={(entries?.length ?? 0) > 0}
          retry={retry}
        />
      )}
      <div className={toolbar.toolbar}>
        <SearchBox label="Search subscriptions" value={search} onChange={setSearch} compact={narrow} />
        <Choice
          label="Status"
          value={status}
          options={statuses}
          onChange={(status) => set({ status })}
          compact={narrow}
        />
        <Choice
          label="Frequency"
          value={frequency}
          options={frequencies}
          onChange={(frequency) => set({ frequency })}
          compact={narrow}
        />
        {narrow && <SortChoice columns={columns} order={order} onOrder={sort} />}
      </div>
      <section aria-labelledby="portfolio">
        <ListHead
          id="portfolio"
          title="Subscription Portfolio"
          loadingMore={
            (list.isFetching || clients.isFetching) && !(list.data?.complete && clients.data?.complete)
          }
          shown={shown?.length ?? 0}
          total={entries?.length ?? 0}
        >
          {entries && totals && (
            <>
              <Badge tone="quiet" dot={false}>{`${entries.length} total`}</Badge>
              <Badge tone="quiet" dot={false}>{`${formatCents(totals.active)} active`}</Badge>
              <Badge tone="quiet" dot={false}>{`MRR ${formatCents(totals.monthly)}`}</Badge>
              <Badge tone="quiet" dot={false}>{`ARR ${formatCents(totals.yearly)}`}</Badge>
              <DueBadges totals={totals} due={due} onChange={(due) => set({ due })} />
            </>
          )}
        </ListHead>
        <ListUnreadable unreadable={list.data?.unreadable} />
        {!entries && !error && <ListLoading>Loading subscriptions...</ListLoading>}
        {shown && shown.length > 0 && (
          <DataTable
            label="Subscription Portfolio"
            columns={columns}
            rows={shown}
            order={order}
            onOrder={sort}
            cards={narrow}
            nameOf={nameOf}
            tone={toneOf}
          />
        )}
        {entries?.length === 0 && !error && (
          <ListEmpty title="No subscriptions found" action={add}>
            Create your first subscription to start tracking renewals and billing.
          </ListEmpty>
        )}
        {shown?.length === 0 && entries && entries.length > 0 && (
          <ListEmpty
            title="No subscriptions match"
            action={
              <Button variant="default" onClick={showAll}>
                Show all subscriptions
              </Button>
            }
          >
            None in the portfolio fits this search and these filters.
          </ListEmpty>
        )}
      </section>
      {dialog.value("add") && list.data && clients.data && (
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
