import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
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
import { ClientDialog } from "./ClientDialog.tsx";
import { ClientForm } from "./ClientForm.tsx";
import { clientColumns } from "./columns.tsx";
import { directory, type Entry, entryOf, statuses } from "./directory.ts";

const words: ListWords = {
  loading: "Loading clients...",
  failed: ["Failed to fetch clients", "An error occurred while fetching clients"],
  empty: ["No clients found", "Start by adding your first client to begin managing subscriptions."],
  noMatch: ["No clients match", "Nobody in the directory fits this search and filter.", "Show all clients"],
};
const filters = [{ name: "status", label: "Status", options: statuses }];
const nameOf = ({ client }: Entry) => client.name;

export default function ClientsPage() {
  const query = useQuery(clientList);
  const clients = query.data?.rows;
  const entries = useMemo(() => clients?.map(entryOf), [clients]);
  const list = useList(directory, entries, useAddress(), query.data?.complete);
  const dialog = useDialog();
  const columns = useMemo(() => clientColumns((id) => dialog.open("edit", id)), [dialog.open]);
  const edited = clients?.find(({ id }) => id === dialog.value("edit"));
  const add = (
    <Button leftSection={<Icon name="plus" />} onClick={() => dialog.open("add", "client")}>
      Add Client
    </Button>
  );
  return (
    <>
      <ListPage
        head={
          <PageHead
            title="Client Management"
            name="Clients"
            lead="Who pays, and how to reach them."
            action={add}
          />
        }
        id="directory"
        title="Client Directory"
        words={words}
        status={statusOf(query)}
        list={list}
        search="Search clients"
        filters={filters}
        figures={
          clients && (
            <Badge tone="quiet" dot={false}>
              {`${clients.length} ${query.data?.complete ? "total" : "so far"}`}
            </Badge>
          )
        }
        firstStep={add}
        cardsSortedBy={columns}
      >
        {(rows, cards) => (
          <DataTable
            label="Client Directory"
            columns={columns}
            rows={rows}
            sorting={list.sorting}
            cards={cards}
            nameOf={nameOf}
          />
        )}
      </ListPage>
      {dialog.value("add") && (
        <ClientForm client={undefined} clients={clients ?? []} onClose={dialog.close} />
      )}
      {edited && (
        <ClientDialog key={edited.id} client={edited} clients={clients ?? []} onClose={dialog.close} />
      )}
    </>
  );
}
