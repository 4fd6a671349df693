import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { EmailName } from "../../../../shared/reminders.ts";
import { request } from "../../../api.ts";
import { keyOf, refresh } from "../../queries/cache.ts";

export const emailExample = (email: EmailName) =>
  queryOptions({
    queryKey: keyOf("emails", email),
    queryFn: ({ signal }) => request("GET /api/v1/emails/{email}", { params: { email } }, signal),
  });

/** Mails the example to whoever is signed in. */
export function useSendTest(email: EmailName) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request("POST /api/v1/emails/{email}/test", { params: { email } }),
    onSettled: () => void refresh(queryClient, "dashboard", "reminders"),
  });
}
