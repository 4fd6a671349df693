import type { QueryClient } from "@tanstack/react-query";

/** What is fetched, by name: each name is the first part of its keys, and nobody writes a key anywhere else. */
type Fetched =
  | "clients"
  | "subscriptions"
  | "renewals"
  | "dashboard"
  | "messages"
  | "reminders"
  | "settings"
  | "emails"
  | "second-factor";

export const keyOf = (name: Fetched, ...more: string[]) => [name, ...more] as const;

/** Has these fetched anew: what is on screen now, the rest once it is looked at. */
export const refresh = (queryClient: QueryClient, ...names: Fetched[]) =>
  Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: keyOf(name) })));

/** The same of all that the business's records, or the day, are shown in. */
export const refreshRecords = (queryClient: QueryClient) =>
  refresh(queryClient, "clients", "subscriptions", "renewals", "dashboard", "reminders");
