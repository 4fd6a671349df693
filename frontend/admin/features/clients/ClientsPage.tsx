import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { clientFields } from "../../../../shared/clients/fields.ts";
import { count } from "../../../../shared/count.ts";
import { isMistyped, mistyped } from "../../../../shared/payment-reference.ts";
import { useDialog } from "../../components/form/use-dialog.ts";
import { saveCsv } from "../../components/table/export.ts";
import { ListPage, type ListTexts } from "../../components/table/ListPage.tsx";
import { QueryFailure } from "../../components/table/ListState.tsx";
import { clientPage, type RowActions } from "../../components/table/RowActions.tsx";
import { statusOf, useAddress, useList } from "../../components/table/use-list.ts";
import { Tag } from "../../components/ui/Badge.tsx";
import { AddButton, PageHead } from "../../components/ui/PageHead.tsx";
import { useNarrow, useTightClients } from "../../components/ui/use-narrow.ts";
import { clientList } from "../../queries/lists.ts";
import { owedList } from "../../queries/owed.ts";
import { companySettings } from "../../queries/settings.ts";
import { type OwingClient, withOverdue } from "../../queries/with-owed.ts";
import { owedFailed } from "../../rules/owed-sums.ts";
import { ClientDialog } from "./ClientDialog.tsx";
import { ClientForm } from "./ClientForm.tsx";
import { clientColumns, statusFilter } from "./client-list.tsx";
import type { Prospect } from "./form-values.ts";
import { clientRules, clientsExport } from "./list.ts";

const texts = {
  loading: "Loading clients...",
  failed: ["Failed to fetch clients", "An error occurred while fetching clients"],
  empty: ["No clients found", "Start by adding your first client to begin managing subscriptions."],
  noMatch: ["No clients found", "No client matches your search and filters.", "Show all clients"],
} satisfies ListTexts;
const [title, , showAll] = texts.noMatch;
const mistypedTexts: ListTexts = { ...texts, noMatch: [title, mistyped, showAll] };

const none: readonly never[] = [];

export default function ClientsPage() {
  const query = useQuery(clientList);
  const clients = query.data?.rows;
  const owed = useQuery(owedList);
  const accounts = owed.data?.complete ? owed.data.rows : undefined;
  const rows = useMemo(() => clients && withOverdue(clients, accounts ?? none), [clients, accounts]);
  const status = statusOf(query);
  const retry = () => {
    status.retry();
    if (owed.error) void owed.refetch();
  };
  const list = useList(clientRules, rows, useAddress(), query.data?.complete);
  const { data: settings } = useQuery(companySettings);
  const isTight = useTightClients();
  const cards = useNarrow();
  const columns = useMemo(
    () => clientColumns({ usual: settings?.default_currency ?? "USD", isTight, cards }),
    [settings, isTight, cards],
  );
  const dialog = useDialog();
  const navigate = useNavigate();
  // In the history state, not in the address, so that a visitor's data is in no log.
  const prospect: Prospect | undefined = useLocation().state?.prospect;
  const edited = clients?.find(({ id }) => id === dialog.value("edit"));
  const add = () => dialog.open("add", "client");
  const actions = useCallback(
    ({ id, name, erased_at }: OwingClient): RowActions => ({
      main: erased_at
        ? undefined
        : { name: "Edit", label: `Edit ${name}`, icon: "edit", act: () => dialog.open("edit", id) },
      page: clientPage(id, name),
    }),
    [dialog.open],
  );
  return (
    <>
      <ListPage
        head={
          <>
            <PageHead
              title="Client Management"
              name="Clients"
              lead="Your clients, and what is overdue."
              brief
              action={
                <AddButton inHead onClick={add}>
                  Add Client
                </AddButton>
              }
            />
            {!query.error && <QueryFailure query={owed} texts={owedFailed} />}
          </>
        }
        id="directory"
        title="Client Directory"
        texts={isMistyped(list.search) ? mistypedTexts : texts}
        status={{ ...status, retry }}
        list={list}
        search="Search clients"
        filters={[statusFilter]}
        figures={
          clients && <Tag>{`${count(clients.length)} ${query.data?.complete ? "total" : "so far"}`}</Tag>
        }
        firstStep={<AddButton onClick={add}>Add Client</AddButton>}
        exported={clientsExport}
        importPath="/admin/clients/import"
        table={{
          columns,
          fields: clientFields,
          nameOf: ({ name }) => name,
          actions,
          actionsWidth: "76px",
          bulk: (chosen) => [
            { name: "Export", icon: "down", act: () => void saveCsv(clientsExport, chosen, "selected rows") },
          ],
        }}
      />
      {dialog.value("add") && (
        <ClientForm
          client={undefined}
          prospect={prospect}
          clients={clients ?? []}
          onClose={dialog.close}
          openPage={({ id }) => navigate(`/admin/clients/${id}`)}
        />
      )}
      {edited && (
        <ClientDialog key={edited.id} client={edited} clients={clients ?? []} onClose={dialog.close} />
      )}
    </>
  );
}
