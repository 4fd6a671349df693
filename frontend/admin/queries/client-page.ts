import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMatch } from "react-router";
import type { NewNote } from "../../../shared/clients/timeline.ts";
import { request } from "../../api.ts";
import { keyOf, refreshIndexed } from "./cache.ts";
import { clientList } from "./clients.ts";
import { subscriptionList } from "./subscriptions.ts";

/** A client with their subscriptions and totals. */
export const clientPage = (id: string) =>
  queryOptions({
    queryKey: keyOf("client", id),
    queryFn: ({ signal }) => request("GET /api/v1/clients/{id}", { params: { id }, query: {} }, signal),
  });

/** The same with all recorded payments, read at one moment. */
export const clientAccount = (id: string) =>
  queryOptions({
    queryKey: keyOf("client", id, "account"),
    queryFn: async ({ signal }) => {
      const input = { params: { id }, query: { with: "payments" } } as const;
      const { payments, ...page } = await request("GET /api/v1/clients/{id}", input, signal);
      if (!payments) throw new Error("The response has no payments.");
      return { ...page, payments };
    },
  });

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

/** Adds a note. The same id sent twice is one note. */
export function useAddNote(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewNote) => request("POST /api/v1/clients/{id}/notes", { params: { id }, body }),
    onSuccess: () => refreshIndexed(queryClient, "client", "dashboard"),
  });
}

/** Marks a note as done. */
export function useSettleNote() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (params: { id: string; note: string }) =>
      request("POST /api/v1/clients/{id}/notes/{note}/done", { params }),
    onSuccess: () => refreshIndexed(queryClient, "client", "dashboard"),
  });
}
