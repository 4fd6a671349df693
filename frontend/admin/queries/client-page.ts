import { infiniteQueryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMatch } from "react-router";
import type { Client, ClientChange, PersonalDataPage } from "../../../shared/clients/client.ts";
import { joinPages, type PersonalData } from "../../../shared/clients/personal-data.ts";
import type { NewNote } from "../../../shared/clients/timeline.ts";
import type { Day } from "../../../shared/day.ts";
import { request } from "../../api.ts";
import { announce } from "../components/ui/announce.ts";
import { keyOf, refresh, refreshIndexed } from "./cache.ts";
import { createOnce, latestRows, putRow } from "./list-query.ts";
import { clientList, subscriptionList } from "./lists.ts";
import { queryOf } from "./query-of.ts";

/** A client with their subscriptions and totals. */
export const clientPage = (id: string) =>
  queryOf(keyOf("client", id), "GET /api/v1/clients/{id}", { params: { id } });

/** What a client owes. */
export const clientOwed = (id: string) =>
  queryOf(keyOf("client", id, "owed"), "GET /api/v1/clients/{id}/account", { params: { id } });

/** The address of the client's own page. Other changes of the client keep it, and an erased client has none. */
export const accountLink = (id: string) =>
  queryOf(keyOf("account-link", id), "GET /api/v1/clients/{id}/link", { params: { id } });

/** Renews the address of the client's own page. */
export function useRenewLink(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request("POST /api/v1/clients/{id}/link", { params: { id } }),
    onSuccess: (link) => {
      queryClient.setQueryData(accountLink(id).queryKey, link);
      return refresh(queryClient, "client", "activity");
    },
  });
}

/** A client's statement between two days. */
export const clientStatement = (id: string, query: { from?: Day; to?: Day }) =>
  queryOf(
    keyOf("client", id, "statement", query.from ?? "", query.to ?? ""),
    "GET /api/v1/clients/{id}/statement",
    {
      params: { id },
      query,
    },
  );

/** The events of a client, one page at a time. */
export const timeline = (id: string) =>
  infiniteQueryOptions({
    queryKey: keyOf("client", id, "timeline"),
    queryFn: ({ pageParam, signal }) =>
      request("GET /api/v1/clients/{id}/timeline", { params: { id }, query: { cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
  });

/** A subscription and its client: from the client's page if it is open, else from the lists. */
export function useSubscription(id: string) {
  const client_id = useMatch("/admin/clients/:id")?.params.id;
  const page = useQuery({ ...clientPage(client_id ?? ""), enabled: client_id !== undefined });
  const has = ({ subscriptions }: { subscriptions: { id: string }[] }) =>
    subscriptions.some((one) => one.id === id);
  // The search opens subscriptions of other clients on this page too.
  const onPage = client_id !== undefined && (page.isPending || (page.data !== undefined && has(page.data)));
  const subscriptions = useQuery({ ...subscriptionList, enabled: !onPage });
  const clients = useQuery({ ...clientList, enabled: !onPage });
  const loaded = onPage ? page.data?.subscriptions : subscriptions.data?.rows;
  const subscription = loaded?.find((one) => one.id === id);
  const client = onPage
    ? page.data?.client
    : clients.data?.rows.find((one) => one.id === subscription?.client_id);
  return {
    subscription,
    client,
    today: (onPage ? page : subscriptions).data?.today ?? "",
    error: onPage ? page.error : (subscriptions.error ?? clients.error),
    complete: onPage ? page.data !== undefined : subscriptions.data?.complete && clients.data?.complete,
    retry: () => void Promise.all(onPage ? [page.refetch()] : [subscriptions.refetch(), clients.refetch()]),
  };
}

/** Records the day until which the client promised to pay; without a day, removes it. */
export function usePromise(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ day, before }: { day: Day | ""; before: Day }) =>
      day
        ? request("POST /api/v1/clients/{id}/promises", { params: { id }, body: { day } })
        : request("DELETE /api/v1/clients/{id}/promises/{day}", { params: { id, day: before } }),
    onSuccess: () => {
      void refresh(queryClient, "reminders");
      void refreshIndexed(queryClient, "client", "dashboard");
    },
  });
}

/** Adds a note. The same id sent twice is one note. */
export function useAddNote(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewNote) => request("POST /api/v1/clients/{id}/notes", { params: { id }, body }),
    onSuccess: () => refreshIndexed(queryClient, "client", "dashboard"),
  });
}

/** Marks a note as done, once, and announces it. `name` begins the sentence: `The note on Amani`. */
export function useSettleNote(name: string, params: { id: string; note: string }) {
  const queryClient = useQueryClient();
  const { isPending, mutate } = useMutation({
    mutationFn: () => request("POST /api/v1/clients/{id}/notes/{note}/done", { params }),
    onSuccess: () => {
      announce(`${name} is done.`);
      return refreshIndexed(queryClient, "client", "dashboard");
    },
    onError: () => announce("The note could not be marked as done. Try again.", "error"),
  });
  return { "aria-disabled": isPending, onClick: () => !isPending && mutate() };
}

/** Creates the client with this id, or saves over the edited version. */
export function useSaveClient(id: string) {
  const latest = useLatestClient();
  const change = async (body: ClientChange): Promise<Client> =>
    (await request("PUT /api/v1/clients/{id}", { params: { id }, body })).client;
  return useMutation({
    mutationFn: async (body: ClientChange): Promise<Client> => {
      if (body.version !== undefined) return change(body);
      return createOnce({
        create: async () => (await request("POST /api/v1/clients", { body: { ...body, id } })).client,
        stored: () => latest(id),
        change: (version) => change({ ...body, version }),
      });
    },
    onSuccess: useShowSaved(),
  });
}

/** Erases this version of the client; `onErased` runs when the list shows it. */
export function useEraseClient({ id, version }: Client, onErased: () => void) {
  const show = useShowSaved();
  return useMutation({
    mutationFn: async (): Promise<Client> =>
      (await request("POST /api/v1/clients/{id}/erasure", { params: { id }, body: { version } })).client,
    onSuccess: (client) => {
      show(client);
      onErased();
    },
  });
}

/** Refreshes what shows the client; an erasure or a converted sample also changes subscriptions. */
function useShowSaved() {
  const queryClient = useQueryClient();
  return (client: Client) => {
    const before = queryClient.getQueryData(clientList.queryKey)?.rows.find(({ id }) => id === client.id);
    putRow(queryClient, clientList, client);
    if (client.erased_at || (before?.sample && !client.sample))
      void refreshIndexed(queryClient, "subscriptions");
    if (client.erased_at) void refresh(queryClient, "messages", "payments");
    void refresh(queryClient, "client", "dashboard", "reminders");
  };
}

/** Fetches the list and the page of a client again, and returns the client as stored now. */
export function useLatestClient() {
  const queryClient = useQueryClient();
  return async (id: string): Promise<Client | undefined> => {
    const [rows] = await Promise.all([latestRows(queryClient, clientList), refresh(queryClient, "client")]);
    return rows.find((client) => client.id === id);
  };
}

/** All data stored about a client, from every page. */
export async function allDataOf(id: string): Promise<PersonalData> {
  const pages: PersonalDataPage[] = [];
  do {
    const query = { cursor: pages.at(-1)?.cursor };
    pages.push(await request("GET /api/v1/clients/{id}/everything", { params: { id }, query }));
  } while (pages.at(-1)?.cursor);
  return joinPages(pages);
}
