import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { WordedEmail, Words } from "../../../../shared/emails/worded.ts";
import type { Language } from "../../../../shared/languages.ts";
import type { EmailName } from "../../../../shared/reminders.ts";
import { request } from "../../../api.ts";
import { keyOf, refresh } from "../../queries/cache.ts";
import { emailWords } from "../../queries/settings.ts";

export const emailExample = (email: EmailName) =>
  queryOptions({
    queryKey: keyOf("emails", email),
    queryFn: ({ signal }) => request("GET /api/v1/emails/{email}", { params: { email }, query: {} }, signal),
  });

/** What was typed of an email's words, in a language, and the client as whom it is read. */
export type Typed = {
  email: WordedEmail;
  language: Language;
  words: Words;
  client_id?: string;
  subscription_id?: string | undefined;
};

/** Mails the example to whoever is signed in; in the words that were typed, where there are such. */
export function useSendTest(email: EmailName, typed?: Typed) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => {
      if (!typed) return request("POST /api/v1/emails/{email}/test", { params: { email } });
      const { email: worded, ...body } = typed;
      return request("POST /api/v1/emails/{email}/words/test", { params: { email: worded }, body });
    },
    onSettled: () => void refresh(queryClient, "dashboard", "reminders"),
  });
}

/** Saves the words of an email; none sets it back to the original. */
export function useSaveWords(email: WordedEmail, language: Language) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { words: Words | null; version?: number }) =>
      request("PUT /api/v1/settings/emails/{email}", { params: { email }, body: { ...body, language } }),
    onSuccess: (all) => {
      queryClient.setQueryData(emailWords.queryKey, all);
      void refresh(queryClient, "activity");
    },
  });
}

export function useLatestWords() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.cancelQueries({ queryKey: emailWords.queryKey });
    return queryClient.query({ ...emailWords, staleTime: 0 });
  };
}
