import type { Subscription, SubscriptionChange } from "../../../../../shared/subscriptions/subscription.ts";
import { request } from "../../../../api.ts";
import { ImportPage } from "../../../components/import/ImportPage.tsx";
import type { ImportDefinition } from "../../../components/import/import-definition.ts";
import { planRows } from "../../../components/import/plan-rows.ts";
import { refresh, refreshIndexed } from "../../../queries/cache.ts";
import { clientList } from "../../../queries/clients.ts";
import { latestRows, putRows } from "../../../queries/list-query.ts";
import { companySettings } from "../../../queries/settings.ts";
import { subscriptionList } from "../../../queries/subscriptions.ts";
import {
  type ImportAction,
  ignoredColumns,
  isOffDate,
  type Name,
  subscriptionFields,
  subscriptionPlanner,
} from "./plan.ts";

const definition: ImportDefinition<Name, ImportAction, Subscription> = {
  noun: "subscription",
  list: { path: "/admin/subscriptions", name: "Subscriptions" },
  matchedBy: "Id, or by client, service, start date and frequency together",
  fields: subscriptionFields,
  days: ["start", "next"],
  ignoredColumns,
  template: [
    "client",
    "email",
    "service",
    "amount",
    "frequency",
    "next",
    "status",
    "start",
    "muted",
    "currency",
  ],
  plan: async (queryClient, options, onProgress) => {
    const [clients, subscriptions] = await Promise.all([
      latestRows(queryClient, clientList),
      latestRows(queryClient, subscriptionList),
    ]);
    const { today } = await queryClient.query(subscriptionList);
    const { default_currency: usual } = await queryClient.query(companySettings);
    const stored = { clients, subscriptions, today, usual };
    return planRows(options, subscriptionPlanner(stored, options.order), onProgress);
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
