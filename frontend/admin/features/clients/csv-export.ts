import { languageNames } from "../../../../shared/languages.ts";
import type { CsvExport } from "../../components/table/export.ts";
import { companyOf, type Entry, statusNames } from "./directory.ts";

export const clientsExport: CsvExport<Entry> = {
  name: "clients",
  columns: [
    ["Client", ({ client }) => client.name],
    ["Email", ({ client }) => client.email],
    ["Phone", ({ client }) => client.phone],
    ["Company", ({ client }) => companyOf(client)],
    ["Address", ({ client }) => client.address],
    ["Payment reference", ({ client }) => client.payment_reference],
    ["Language", ({ client }) => languageNames[client.language ?? "en"]],
    ["Status", ({ client }) => statusNames[client.status]],
    ["Muted", ({ client }) => (client.muted ? "yes" : "")],
    ["Added", ({ client }) => client.created_at],
    ["Sample", ({ client }) => (client.sample ? "yes" : "")],
    ["Id", ({ id }) => id],
  ],
};
