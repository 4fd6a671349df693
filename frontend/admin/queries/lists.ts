import {
  type QueryClient,
  queryOptions,
  experimental_streamedQuery as streamedQuery,
} from "@tanstack/react-query";
import type { AllRoutes } from "../../../shared/api.ts";
import type { Client } from "../../../shared/clients.ts";
import type { Day } from "../../../shared/day.ts";
import type { AnswerOf } from "../../../shared/route.ts";
import type { Subscription } from "../../../shared/subscriptions.ts";
import { request } from "../../api.ts";
import { withSaved } from "./saved.ts";

// The lists that several screens read. They are fetched page after page to the end, and can be
// looked at while they come; fetched again, they change at once and only when complete.

async function* clientPages({ signal }: { signal: AbortSignal }) {
  let cursor: string | undefined;
  do {
    const page = await request("GET /api/v1/clients", { query: { cursor } }, signal);
    yield page;
    cursor = page.cursor;
  } while (cursor);
}

/** `complete` once the last page is there; `unreadable` are stored and in none of the pages. */
export type Clients = { clients: Client[]; complete: boolean; unreadable?: number };

type ClientPage = AnswerOf<AllRoutes["GET /api/v1/clients"]>;

const noClients: Clients = { clients: [], complete: false };
export const clientList = queryOptions({
  queryKey: ["clients"],
  queryFn: streamedQuery({
    streamFn: clientPages,
    refetchMode: "replace",
    initialValue: noClients,
    reducer: (list: Clients, page: ClientPage) => ({
      clients: withSaved("clients", list.clients, page.clients),
      unreadable: (list.unreadable ?? 0) + (page.unreadable ?? 0),
      complete: page.cursor === undefined,
    }),
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
export type Subscriptions = {
  subscriptions: Subscription[];
  today: Day;
  complete: boolean;
  unreadable?: number;
};

type SubscriptionPage = AnswerOf<AllRoutes["GET /api/v1/subscriptions"]>;

const noSubscriptions: Subscriptions = { subscriptions: [], today: "", complete: false };
export const subscriptionList = queryOptions({
  queryKey: ["subscriptions"],
  queryFn: streamedQuery({
    streamFn: subscriptionPages,
    refetchMode: "replace",
    initialValue: noSubscriptions,
    reducer: (list: Subscriptions, page: SubscriptionPage) => ({
      subscriptions: withSaved("subscriptions", list.subscriptions, page.subscriptions),
      today: page.today,
      unreadable: (list.unreadable ?? 0) + (page.unreadable ?? 0),
      complete: page.cursor === undefined,
    }),
  }),
});

/** Fetches a list anew, whatever is under way, and gives it as it is stored now. */
export async function latestClients(queryClient: QueryClient): Promise<Client[]> {
  await queryClient.cancelQueries({ queryKey: clientList.queryKey });
  return (await queryClient.query({ ...clientList, staleTime: 0 })).clients;
}

export async function latestSubscriptions(queryClient: QueryClient): Promise<Subscription[]> {
  await queryClient.cancelQueries({ queryKey: subscriptionList.queryKey });
  return (await queryClient.query({ ...subscriptionList, staleTime: 0 })).subscriptions;
}
