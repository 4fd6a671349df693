import type { QueryClient } from "@tanstack/react-query";

/** What is fetched, by name: each name is the first part of its keys, and nobody writes a key anywhere else. */
type Fetched =
  | "clients"
  | "client"
  | "subscriptions"
  | "renewals"
  | "dashboard"
  | "messages"
  | "reminders"
  | "settings"
  | "activity"
  | "emails"
  | "deliverability"
  | "api"
  | "second-factor"
  | "calendar"
  | "staff";

export const keyOf = (name: Fetched, ...more: string[]) => [name, ...more] as const;

/** Has these fetched anew: what is on screen now, the rest once it is looked at. */
export const refresh = (queryClient: QueryClient, ...names: Fetched[]) =>
  Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: keyOf(name) })));

/** Milliseconds after which an index of DynamoDB has followed its table. */
const followed = 1_500;

/** As `refresh`, and once more a moment later, of what is read by an index. */
export function refreshIndexed(queryClient: QueryClient, ...names: Fetched[]) {
  setTimeout(() => void refresh(queryClient, ...names), followed);
  return refresh(queryClient, ...names);
}

/** The same of all that the business's records, or the day, are shown in. */
export const refreshRecords = (queryClient: QueryClient) =>
  refresh(
    queryClient,
    "clients",
    "client",
    "subscriptions",
    "renewals",
    "dashboard",
    "reminders",
    "activity",
  );
