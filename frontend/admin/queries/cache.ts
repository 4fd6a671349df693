import type { QueryClient } from "@tanstack/react-query";

/** The first part of each query key. Keys are written only here. */
type QueryName =
  | "clients"
  | "client"
  | "account-link"
  | "preview"
  | "subscriptions"
  | "payments"
  | "invoices"
  | "dashboard"
  | "owed"
  | "messages"
  | "reminders"
  | "settings"
  | "activity"
  | "emails"
  | "deliverability"
  | "api"
  | "second-factor"
  | "calendar"
  | "imports"
  | "staff";

export const keyOf = (name: QueryName, ...more: string[]) => [name, ...more] as const;

/** Fetches these queries again: visible ones now, the others when a screen shows them. */
export const refresh = (queryClient: QueryClient, ...names: QueryName[]) =>
  Promise.all(withMoney(names).map((name) => queryClient.invalidateQueries({ queryKey: keyOf(name) })));

/** What changes the dashboard's figures changes the list of what is owed, and what is left of invoices. */
const withMoney = (names: QueryName[]): QueryName[] =>
  names.includes("dashboard") ? [...names, "owed", "invoices"] : names;

/** Until then a DynamoDB index has caught up with its table. */
const INDEX_DELAY_MS = 1_500;

/** Refreshes now and again after a delay, for queries that read an index. */
export function refreshIndexed(queryClient: QueryClient, ...names: QueryName[]) {
  setTimeout(() => void refresh(queryClient, ...names), INDEX_DELAY_MS);
  return refresh(queryClient, ...names);
}

/** Refreshes every query that shows records or depends on today's date. */
export const refreshRecords = (queryClient: QueryClient) =>
  refreshIndexed(
    queryClient,
    "clients",
    "client",
    "subscriptions",
    "payments",
    "dashboard",
    "reminders",
    "activity",
  );
