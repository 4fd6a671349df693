import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useLocation } from "react-router";
import { isMistyped } from "../../../../shared/billing/payment-reference.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { SelectionBar } from "../../components/many/SelectionBar.tsx";
import { useSelection } from "../../components/many/use-selection.ts";
import { DataTable } from "../../components/table/DataTable.tsx";
import { saveCsv } from "../../components/table/export.ts";
import { ListPage, type ListWords } from "../../components/table/ListPage.tsx";
import { statusOf } from "../../components/table/list-status.ts";
import { useAddress } from "../../components/table/use-address.ts";
import { useList } from "../../components/table/use-list.ts";
import { AddButton } from "../../components/ui/AddButton.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow } from "../../components/ui/use-narrow.ts";
import { mistyped } from "../../labels/clients.ts";
import { clientList } from "../../queries/clients.ts";
import { ClientDialog } from "./ClientDialog.tsx";
import { ClientForm, type Prospect } from "./ClientForm.tsx";
import { clientColumns } from "./columns.tsx";
import { clientsExport } from "./csv-export.ts";
import { directory, type Entry, entryOf, statuses } from "./directory.ts";

const words = {
  loading: "Loading clients...",
  failed: ["Failed to fetch clients", "An error occurred while fetching clients"],
  empty: ["No clients found", "Start by adding your first client to begin managing subscriptions."],
  noMatch: ["No clients match", "No client matches your search and filters.", "Show all clients"],
} satisfies ListWords;
const [title, , showAll] = words.noMatch;
const mistypedWords: ListWords = { ...words, noMatch: [title, mistyped, showAll] };
const filters = [{ name: "status", label: "Status", options: statuses }];
const nameOf = ({ client }: Entry) => client.name;

export default function ClientsPage() {
  const query = useQuery(clientList);
  const clients = query.data?.rows;
  const entries = useMemo(() => clients?.map(entryOf), [clients]);
  const list = useList(directory, entries, useAddress(), query.data?.complete);
  const dialog = useDialog();
  const columns = useMemo(() => clientColumns((id) => dialog.open("edit", id)), [dialog.open]);
  const cards = useNarrow();
  const selection = useSelection(list.shown);
  // In the history state, not in the address, so that a visitor's data is in no log.
  const prospect: Prospect | undefined = useLocation().state?.prospect;
  const edited = clients?.find(({ id }) => id === dialog.value("edit"));
  const add = () => dialog.open("add", "client");
  return (
    <>
      <ListPage
        head={
          <PageHead
            title="Client Management"
            name="Clients"
            lead="Your clients and their contact details."
            brief
            action={
              <AddButton inHead onClick={add}>
                Add Client
              </AddButton>
            }
          />
        }
        id="directory"
        title="Client Directory"
        words={isMistyped(list.search) ? mistypedWords : words}
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
        firstStep={<AddButton onClick={add}>Add Client</AddButton>}
        cardsSortedBy={columns}
        exported={clientsExport}
        importPath="/admin/clients/import"
        choose={query.data?.complete ? selection.choose : undefined}
        bar={
          <SelectionBar
            selection={selection}
            shown={list.shown?.length ?? 0}
            actions={[
              { name: "Export", icon: "down", act: () => void saveCsv(clientsExport, selection.chosen) },
            ]}
            cards={cards}
          />
        }
      >
        {(rows, cards) => (
          <DataTable
            label="Client Directory"
            columns={columns}
            rows={rows}
            sorting={list.sorting}
            cards={cards}
            nameOf={nameOf}
            {...(query.data?.complete && { selected: selection.table })}
          />
        )}
      </ListPage>
      {dialog.value("add") && (
        <ClientForm client={undefined} prospect={prospect} clients={clients ?? []} onClose={dialog.close} />
      )}
      {edited && (
        <ClientDialog key={edited.id} client={edited} clients={clients ?? []} onClose={dialog.close} />
      )}
    </>
  );
}
