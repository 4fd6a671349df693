import { queryOptions, experimental_streamedQuery as streamedQuery } from "@tanstack/react-query";
import type { Client } from "../../shared/clients.ts";
import type { Day } from "../../shared/day.ts";
import type { Subscription } from "../../shared/subscriptions.ts";
import { request } from "../api.ts";
import { withSaved } from "./saved.ts";

// The lists that several screens read. They are fetched page after page to the end, and can be
// looked at while they come; fetched again, they change at once and only when complete.

async function* clientPages({ signal }: { signal: AbortSignal }) {
  let cursor: string | undefined;
  do {
    const page = await request("GET /api/v1/clients", { query: { cursor } }, signal);
    yield page.clients;
    cursor = page.cursor;
  } while (cursor);
}

const noClients: Client[] = [];
export const clientList = queryOptions({
  queryKey: ["clients"],
  queryFn: streamedQuery({
    streamFn: clientPages,
    refetchMode: "replace",
    initialValue: noClients,
    reducer: (clients: Client[], page: Client[]) => withSaved("clients", clients, page),
  }),
});

async function* subscriptionPages({ signal }: { signal: AbortSignal }) {
  let cursor: string | undefined;
  do {
    const page = await request("GET /api/v1/subscriptions", { query: { cursor } }, signal);
    yield page;
    cursor = page.cursor;
  } while (cursor);
}

/** `today` is the server's: a wrong clock in the browser makes nothing overdue. */
export type Subscriptions = { subscriptions: Subscription[]; today: Day };

const noSubscriptions: Subscriptions = { subscriptions: [], today: "" };
export const subscriptionList = queryOptions({
  queryKey: ["subscriptions"],
  queryFn: streamedQuery({
    streamFn: subscriptionPages,
    refetchMode: "replace",
    initialValue: noSubscriptions,
    reducer: ({ subscriptions }: Subscriptions, page: Subscriptions) => ({
      subscriptions: withSaved("subscriptions", subscriptions, page.subscriptions),
      today: page.today,
    }),
  }),
});
