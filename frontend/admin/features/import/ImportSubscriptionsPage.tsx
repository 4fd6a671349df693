import { planRows } from "../../../../shared/imports/plan-rows.ts";
import { type ImportAction, subscriptionPlanner } from "../../../../shared/subscriptions/import.ts";
import {
  ignoredColumns,
  type Name,
  subscriptionFileFields,
} from "../../../../shared/subscriptions/import-fields.ts";
import type { Subscription, SubscriptionChange } from "../../../../shared/subscriptions/subscription.ts";
import { request } from "../../../api.ts";
import type { ImportDefinition } from "../../components/import/definition.ts";
import { ImportPage } from "../../components/import/ImportPage.tsx";
import { refresh, refreshIndexed } from "../../queries/cache.ts";
import { latestRows, putRows } from "../../queries/list-query.ts";
import { clientList, subscriptionList } from "../../queries/lists.ts";
import { companySettings } from "../../queries/settings.ts";

/** Whether the stored billing date differs from the file's. */
const isOffDate = (body: SubscriptionChange, stored: Subscription): boolean =>
  body.next_billing_date !== undefined && body.next_billing_date !== stored.next_billing_date;

const definition: ImportDefinition<Name, ImportAction, Subscription> = {
  noun: "subscription",
  list: { path: "/admin/subscriptions", name: "Subscriptions" },
  matchedBy: "Id, or by client, service, start date and frequency together",
  fields: subscriptionFileFields,
  days: ["start_date", "next_billing_date"],
  ignoredColumns,
  template: [
    ...(["client_name", "client_email", "service", "amount", "frequency", "next_billing_date"] as const),
    ...(["status", "start_date", "muted", "currency"] as const),
  ],
  plan: async (queryClient, options, yieldNow) => {
    const [clients, subscriptions] = await Promise.all([
      latestRows(queryClient, clientList),
      latestRows(queryClient, subscriptionList),
    ]);
    const { today } = await queryClient.query(subscriptionList);
    const { default_currency: usual } = await queryClient.query(companySettings);
    const stored = { clients, subscriptions, today, usual };
    return planRows(options, subscriptionPlanner(stored, options.order), yieldNow);
  },
  versionOf: (action) => (action.kind === "change" ? action.body.version : undefined),
  write: async (action) => {
    if (action.kind === "create")
      return (await request("POST /api/v1/subscriptions", { body: action.body })).subscription;
    const { id } = action.subscription;
    const change = async (body: SubscriptionChange) =>
      (await request("PUT /api/v1/subscriptions/{id}", { params: { id }, body })).subscription;
    const stored = await change(action.body);
    // A new schedule moves the date; the file's date counts.
    return isOffDate(action.body, stored) ? change({ ...action.body, version: stored.version }) : stored;
  },
  show: (queryClient, saved, finished) => {
    if (saved.length > 0) putRows(queryClient, subscriptionList, saved);
    if (!finished) return;
    void refresh(queryClient, "renewals", "dashboard", "reminders", "activity");
    void refreshIndexed(queryClient, "client");
  },
};

export default function ImportSubscriptionsPage() {
  return <ImportPage definition={definition} />;
}
