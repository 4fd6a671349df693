import type { Client } from "../../../../shared/clients/client.ts";
import { clientPlanner, type ImportAction } from "../../../../shared/clients/import.ts";
import { clientFileFields, ignoredColumns, type Name } from "../../../../shared/clients/import-fields.ts";
import { planRows } from "../../../../shared/imports/plan-rows.ts";
import { request } from "../../../api.ts";
import type { ImportDefinition } from "../../components/import/definition.ts";
import { ImportPage } from "../../components/import/ImportPage.tsx";
import { refresh } from "../../queries/cache.ts";
import { latestRows, putRows } from "../../queries/list-query.ts";
import { clientList } from "../../queries/lists.ts";

const definition: ImportDefinition<Name, ImportAction, Client> = {
  noun: "client",
  list: { path: "/admin/clients", name: "Clients" },
  matchedBy: "Id, email address or payment reference",
  fields: clientFileFields,
  days: [],
  ignoredColumns,
  template: ["name", "email", "phone", "company", "address", "language", "status", "muted"],
  plan: async (queryClient, options, yieldNow) =>
    planRows(options, clientPlanner(await latestRows(queryClient, clientList)), yieldNow),
  versionOf: (action) => (action.kind === "change" ? action.body.version : undefined),
  write: async (action) => {
    if (action.kind === "create")
      return (await request("POST /api/v1/clients", { body: action.body })).client;
    const { id } = action.client;
    return (await request("PUT /api/v1/clients/{id}", { params: { id }, body: action.body })).client;
  },
  show: (queryClient, saved, finished) => {
    if (saved.length > 0) putRows(queryClient, clientList, saved);
    if (finished) void refresh(queryClient, "client", "dashboard", "reminders", "activity");
  },
};

export default function ImportClientsPage() {
  return <ImportPage definition={definition} />;
}
