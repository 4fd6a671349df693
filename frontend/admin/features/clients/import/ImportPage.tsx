import type { Client } from "../../../../../shared/clients.ts";
import { request } from "../../../../api.ts";
import { ImportPage } from "../../../components/import/ImportPage.tsx";
import type { Importing } from "../../../components/import/importing.ts";
import { planAll } from "../../../components/import/planned.ts";
import { refresh } from "../../../queries/cache.ts";
import { clientList } from "../../../queries/clients.ts";
import { latestRows, putRows } from "../../../queries/list-query.ts";
import { clientFields, clientPlanner, type Deed, leftAlone, type Name } from "./plan.ts";

const importing: Importing<Name, Deed, Client> = {
  noun: "client",
  list: { path: "/admin/clients", name: "Clients" },
  known: "its Id, else the e-mail address, else the payment reference",
  fields: clientFields,
  days: [],
  leftAlone,
  template: ["name", "email", "phone", "company", "address", "language", "status", "muted"],
  plan: async (queryClient, how, onProgress) =>
    planAll(how, clientPlanner(await latestRows(queryClient, clientList)), onProgress),
  versionOf: (deed) => (deed.kind === "change" ? deed.body.version : undefined),
  write: async (deed) => {
    if (deed.kind === "create") return (await request("POST /api/v1/clients", { body: deed.body })).client;
    const { id } = deed.client;
    return (await request("PUT /api/v1/clients/{id}", { params: { id }, body: deed.body })).client;
  },
  show: (queryClient, saved, over) => {
    if (saved.length > 0) putRows(queryClient, clientList, saved);
    if (over) void refresh(queryClient, "client", "dashboard", "reminders", "activity");
  },
};

export default function ImportClientsPage() {
  return <ImportPage importing={importing} />;
}
