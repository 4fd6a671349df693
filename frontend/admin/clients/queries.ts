import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Client, ClientChange } from "../../../shared/clients.ts";
import { request } from "../../api.ts";
import { latestClients } from "../lists.ts";
import { putSaved } from "../saved.ts";

/** Creates a client, or saves one over the version that was edited. */
export function useSaveClient(id: string | undefined) {
  const show = useShowSaved();
  return useMutation({
    mutationFn: async ({ version, ...fields }: ClientChange): Promise<Client> => {
      const { client } = id
        ? await request("PUT /api/v1/clients/{id}", { params: { id }, body: { ...fields, version } })
        : await request("POST /api/v1/clients", { body: fields });
      return client;
    },
    onSuccess: show,
  });
}

/** Erases the client as it was looked at; `onErased` is told once the list shows it. */
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

function useShowSaved() {
  const queryClient = useQueryClient();
  return (client: Client) => {
    putSaved(queryClient, "clients", client);
    void queryClient.invalidateQueries();
  };
}

/** Fetches the list anew and gives the client as it is stored now. */
export function useLatestClient() {
  const queryClient = useQueryClient();
  return async (id: string): Promise<Client | undefined> =>
    (await latestClients(queryClient)).find((client) => client.id === id);
}
