import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
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
import { clientList } from "../../queries/lists.ts";
import { ClientDialog } from "./ClientDialog.tsx";
import { ClientForm } from "./ClientForm.tsx";
import { clientColumns } from "./columns.tsx";
import { type Entry, sortable, statuses, usualOrder } from "./directory.ts";
import { useShown } from "./use-shown.ts";

const nameOf = ({ client }: Entry) => client.name;

export default function ClientsPage() {
  const list = useQuery(clientList);
  const clients = list.data?.clients;
  const { get, set } = useAddress();
  const dialog = useDialog();
  const narrow = useNarrow();
  const [search, setSearch] = useSearch(get("q"), (q) => set({ q }));
  const status = get("status");
  const orderInAddress = get("sort");
  const order = useMemo(() => orderOf(orderInAddress, sortable, usualOrder), [orderInAddress]);
  const shown = useShown(clients, status, search, order);
  const sort = useCallback((order: Order) => set({ sort: orderText(order) }), [set]);
  const columns = useMemo(() => clientColumns((id) => dialog.open("edit", id)), [dialog.open]);

  const edited = dialog.value("edit") && clients?.find(({ id }) => id === dialog.value("edit"));
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={() => dialog.open("add", "client")}>
      Add Client
    </Button>
  );

  return (
    <>
      <PageHead
        title="Client Management"
        name="Clients"
        lead="Who pays, and how to reach them."
        action={add}
      />
      {list.error && (
        <ListFailure
          error={list.error}
          words={["Failed to fetch clients", "An error occurred while fetching clients"]}
          some={(clients?.length ?? 0) > 0}
          retry={() => void list.refetch()}
        />
      )}
      <div className={toolbar.toolbar}>
        <SearchBox label="Search clients" value={search} onChange={setSearch} compact={narrow} />
        <Choice
          label="Status"
          value={status}
          options={statuses}
          onChange={(status) => set({ status })}
          compact={narrow}
        />
        {narrow && <SortChoice columns={columns} order={order} onOrder={sort} />}
      </div>
      <section aria-labelledby="directory">
        <ListHead
          id="directory"
          title="Client Directory"
          loadingMore={list.isFetching && list.data?.complete === false}
          shown={shown?.length ?? 0}
          total={clients?.length ?? 0}
        >
          {clients && <Badge tone="quiet" dot={false}>{`${clients.length} total`}</Badge>}
        </ListHead>
        <ListUnreadable unreadable={list.data?.unreadable} />
        {list.isPending && <ListLoading>Loading clients...</ListLoading>}
        {shown && shown.length > 0 && (
          <DataTable
            label="Client Directory"
            columns={columns}
            rows={shown}
            order={order}
            onOrder={sort}
            cards={narrow}
            nameOf={nameOf}
          />
        )}
        {clients?.length === 0 && !list.error && (
          <ListEmpty title="No clients found" action={add}>
            Start by adding your first client to begin managing subscriptions.
          </ListEmpty>
        )}
        {shown?.length === 0 && clients && clients.length > 0 && (
          <ListEmpty
            title="No clients match"
            action={
              <Button
                variant="default"
                onClick={() => {
                  setSearch("");
                  set({ q: "", status: "" });
                }}
              >
                Show all clients
              </Button>
            }
          >
            Nobody in the directory fits this search and filter.
          </ListEmpty>
        )}
      </section>
      {dialog.value("add") && (
        <ClientForm client={undefined} clients={clients ?? []} onClose={dialog.close} />
      )}
      {edited && (
        <ClientDialog key={edited.id} client={edited} clients={clients ?? []} onClose={dialog.close} />
      )}
    </>
  );
}
