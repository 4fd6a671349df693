import { currencyOf } from "../../../../shared/money.ts";
import type { CsvExport } from "../../components/table/export.ts";
import { frequencyName, renewalNote, statusNames } from "../../labels/billing.ts";
import type { Entry } from "./portfolio.ts";

export const subscriptionsExport: CsvExport<Entry> = {
  name: "subscriptions",
  columns: [
    ["Client", ({ client_name }) => client_name],
    ["Email", ({ client_email }) => client_email],
    ["Phone", ({ client_phone }) => client_phone],
    ["Service", ({ subscription }) => subscription.service],
    ["Amount", ({ subscription }) => subscription.amount],
    ["Part paid", ({ subscription }) => subscription.paid],
    ["Frequency", ({ subscription }) => frequencyName(subscription.frequency)],
    ["Next billing", ({ subscription }) => subscription.next_billing_date],
    ["Due", ({ state }) => renewalNote(state)],
    ["Status", ({ subscription }) => statusNames[subscription.status]],
    ["Started", ({ subscription }) => subscription.start_date.slice(0, "YYYY-MM-DD".length)],
    ["Muted", ({ subscription }) => (subscription.muted ? "yes" : "")],
    ["Sample", ({ subscription }) => (subscription.sample ? "yes" : "")],
    ["Id", ({ id }) => id],
    ["Currency", ({ subscription }) => currencyOf(subscription)],
  ],
};
