import { infiniteQueryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMatch } from "react-router";
import type { PersonalDataPage } from "../../../shared/clients/client.ts";
import type { NewStatement } from "../../../shared/clients/client-statement.ts";
import type { Day } from "../../../shared/day.ts";
import { request } from "../../api.ts";
import { announce } from "../components/ui/announce.ts";
import { joinPages, type PersonalData } from "../rules/personal-data.ts";
import { keyOf, refresh, refreshIndexed } from "./cache.ts";
import { pagesOf } from "./list-query.ts";
import { clientList, subscriptionList } from "./lists.ts";
import { queryOf } from "./query-of.ts";

/** A client with their subscriptions and totals. */
export const clientPage = (id: string) =>
  queryOf(keyOf("client", id), "GET /api/v1/clients/{id}", { params: { id } });

export const clientOwed = (id: string) =>
  queryOf(keyOf("client", id, "owed"), "GET /api/v1/clients/{id}/account", { params: { id } });

/** The address of the client's own page. Other changes of the client keep it, and an erased client has none. */
export const accountLink = (id: string) =>
  queryOf(keyOf("account-link", id), "GET /api/v1/clients/{id}/link", { params: { id } });

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

/** Sends a client's statement by email, once for each id. */
export function useSendStatement(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewStatement) =>
      request("POST /api/v1/clients/{id}/statements", { params: { id }, body }),
    onSettled: () => {
      void refresh(queryClient, "reminders");
      void refreshIndexed(queryClient, "client");
    },
  });
}

/** The events of a client, one page at a time. */
export const timeline = (id: string) =>
  infiniteQueryOptions({
    queryKey: keyOf("client", id, "timeline"),
    queryFn: ({ pageParam, signal }) =>
      request("GET /api/v1/clients/{id}/timeline", { params: { id }, query: { cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
  });

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

/** A subscription and its client: from the client's page if it is open, else from the lists. */
export function useSubscription(id: string) {
  const client_id = useMatch("/admin/clients/:id")?.params.id;
  const page = useQuery({ ...clientPage(client_id ?? ""), enabled: client_id !== undefined });
  const has = ({ subscriptions }: { subscriptions: { id: string }[] }) =>
    subscriptions.some((subscription) => subscription.id === id);
  // The search opens subscriptions of other clients on this page too.
  const onPage = client_id !== undefined && (page.isPending || (page.data !== undefined && has(page.data)));
  const subscriptions = useQuery({ ...subscriptionList, enabled: !onPage });
  const clients = useQuery({ ...clientList, enabled: !onPage });
  const loaded = onPage ? page.data?.subscriptions : subscriptions.data?.rows;
  const subscription = loaded?.find((subscription) => subscription.id === id);
  const client = onPage
    ? page.data?.client
    : clients.data?.rows.find((client) => client.id === subscription?.client_id);
  return {
    subscription,
    client,
    today: (onPage ? page : subscriptions).data?.today ?? "",
    error: onPage ? page.error : (subscriptions.error ?? clients.error),
    complete: onPage ? page.data !== undefined : subscriptions.data?.complete && clients.data?.complete,
    retry: () => void Promise.all(onPage ? [page.refetch()] : [subscriptions.refetch(), clients.refetch()]),
  };
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

/** All data stored about a client, from every page. */
export async function allDataOf(id: string): Promise<PersonalData> {
  const params = { id };
  const fetchPage = (cursor: string | undefined): Promise<PersonalDataPage> =>
    request("GET /api/v1/clients/{id}/everything", { params, query: { cursor } });
  return joinPages(await Array.fromAsync(pagesOf(fetchPage)));
}
