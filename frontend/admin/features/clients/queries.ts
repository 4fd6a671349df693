import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Client, ClientChange } from "../../../../shared/clients.ts";
import { request } from "../../../api.ts";
import { created } from "../../queries/created.ts";
import { latestClients } from "../../queries/lists.ts";
import { putSaved } from "../../queries/saved.ts";

/** Creates the client of that id, or, where a version was edited, saves over it. */
export function useSaveClient(id: string) {
  const show = useShowSaved();
  const latest = useLatestClient();
  const change = async (body: ClientChange): Promise<Client> =>
    (await request("PUT /api/v1/clients/{id}", { params: { id }, body })).client;
  return useMutation({
    mutationFn: async (body: ClientChange): Promise<Client> => {
      if (body.version !== undefined) return change(body);
      return created(
        async () => (await request("POST /api/v1/clients", { body: { ...body, id } })).client,
        () => latest(id),
        (version) => change({ ...body, version }),
      );
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
