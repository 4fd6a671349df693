import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Client, ClientChange } from "../../../../shared/clients/client.ts";
import type { NewNote } from "../../../../shared/clients/timeline.ts";
import { request } from "../../../api.ts";
import { refresh, refreshIndexed } from "../../queries/cache.ts";
import { accountLink } from "../../queries/client-page.ts";
import { createOnce } from "../../queries/create-once.ts";
import { latestRows, putRow } from "../../queries/list-query.ts";
import { clientList } from "../../queries/lists.ts";

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

/** Adds a note. The same id sent twice is one note. */
export function useAddNote(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewNote) => request("POST /api/v1/clients/{id}/notes", { params: { id }, body }),
    onSuccess: () => refreshIndexed(queryClient, "client", "dashboard"),
  });
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
    void refresh(queryClient, "client", "owed", "dashboard", "reminders");
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
