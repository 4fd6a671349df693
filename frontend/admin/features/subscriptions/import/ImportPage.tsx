import type { Subscription, SubscriptionChange } from "../../../../../shared/subscriptions.ts";
import { request } from "../../../../api.ts";
import { ImportPage } from "../../../components/import/ImportPage.tsx";
import type { Importing } from "../../../components/import/importing.ts";
import { planAll } from "../../../components/import/planned.ts";
import { refresh, refreshIndexed } from "../../../queries/cache.ts";
import { clientList } from "../../../queries/clients.ts";
import { latestRows, putRows } from "../../../queries/list-query.ts";
import { companySettings } from "../../../queries/settings.ts";
import { subscriptionList } from "../../../queries/subscriptions.ts";
import {
  type Deed,
  isOffDate,
  leftAlone,
  type Name,
  subscriptionFields,
  subscriptionPlanner,
} from "./plan.ts";

const importing: Importing<Name, Deed, Subscription> = {
  noun: "subscription",
  list: { path: "/admin/subscriptions", name: "Subscriptions" },
  known: "its Id, else its client, service, start and frequency together",
  fields: subscriptionFields,
  days: ["start", "next"],
  leftAlone,
  template: [
    ...(["client", "email", "service", "amount", "frequency"] as const),
    ...(["next", "status", "start", "muted", "currency"] as const),
  ],
  plan: async (queryClient, how, onProgress) => {
    const [clients, subscriptions] = await Promise.all([
      latestRows(queryClient, clientList),
      latestRows(queryClient, subscriptionList),
    ]);
    const { today } = await queryClient.query(subscriptionList);
    const { default_currency: usual } = await queryClient.query(companySettings);
    const stored = { clients, subscriptions, today, usual };
    return planAll(how, subscriptionPlanner(stored, how.order), onProgress);
  },
  versionOf: (deed) => (deed.kind === "change" ? deed.body.version : undefined),
  write: async (deed) => {
    if (deed.kind === "create")
      return (await request("POST /api/v1/subscriptions", { body: deed.body })).subscription;
    const { id } = deed.subscription;
    const change = async (body: SubscriptionChange) =>
      (await request("PUT /api/v1/subscriptions/{id}", { params: { id }, body })).subscription;
    const stored = await change(deed.body);
    // A new schedule moves the date; what the file says of it holds.
    return isOffDate(deed.body, stored) ? change({ ...deed.body, version: stored.version }) : stored;
  },
  show: (queryClient, saved, over) => {
    if (saved.length > 0) putRows(queryClient, subscriptionList, saved);
    if (!over) return;
    void refresh(queryClient, "renewals", "dashboard", "reminders", "activity");
    void refreshIndexed(queryClient, "client");
  },
};

export default function ImportSubscriptionsPage() {
  return <ImportPage importing={importing} />;
}
