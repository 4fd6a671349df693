import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Client, ClientChange } from "../../../shared/clients.ts";
import { request } from "../../api.ts";
import { latestClients } from "../lists.ts";
import { putSaved } from "../saved.ts";

/** Creates a client, or saves one over the version that was edited. */
export function useSaveClient(id: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ version, ...fields }: ClientChange): Promise<Client> => {
      const { client } = id
        ? await request("PUT /api/v1/clients/{id}", { params: { id }, body: { ...fields, version } })
        : await request("POST /api/v1/clients", { body: fields });
      return client;
    },
    onSuccess: (client) => {
      putSaved(queryClient, "clients", client);
      void queryClient.invalidateQueries();
    },
  });
}

/** Fetches the list anew and gives the client as it is stored now. */
export function useLatestClient() {
  const queryClient = useQueryClient();
  return async (id: string): Promise<Client | undefined> =>
    (await latestClients(queryClient)).find((client) => client.id === id);
}
