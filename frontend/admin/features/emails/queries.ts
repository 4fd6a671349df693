import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Template, TemplatedEmail } from "../../../../shared/email-templates.ts";
import type { Language } from "../../../../shared/languages.ts";
import type { EmailName } from "../../../../shared/reminders/reminder.ts";
import { request } from "../../../api.ts";
import { keyOf, refresh } from "../../queries/cache.ts";
import { queryOf } from "../../queries/query-of.ts";
import { emailTemplates } from "../../queries/settings.ts";

export const emailExample = (email: EmailName) =>
  queryOf(keyOf("emails", email), "GET /api/v1/emails/{email}", { params: { email }, query: {} });

/** A typed template, and the client for its values. */
export type Typed = {
  email: TemplatedEmail;
  language: Language;
  words: Template;
  client_id?: string;
  subscription_id?: string | undefined;
};

/** Sends a test email to the signed-in person, with the typed template if there is one. */
export function useSendTest(email: EmailName, typed?: Typed) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => {
      if (!typed) return request("POST /api/v1/emails/{email}/test", { params: { email } });
      const { email: templated, ...body } = typed;
      return request("POST /api/v1/emails/{email}/words/test", { params: { email: templated }, body });
    },
    onSettled: () => void refresh(queryClient, "dashboard", "reminders"),
  });
}

/** Saves the template of an email; `null` restores the original. */
export function useSaveTemplate(email: TemplatedEmail, language: Language) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { words: Template | null; version?: number }) =>
      request("PUT /api/v1/settings/emails/{email}", { params: { email }, body: { ...body, language } }),
    onSuccess: (all) => {
      queryClient.setQueryData(emailTemplates.queryKey, all);
      void refresh(queryClient, "activity");
    },
  });
}

export function useLatestTemplates() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.cancelQueries({ queryKey: emailTemplates.queryKey });
    return queryClient.query({ ...emailTemplates, staleTime: 0 });
  };
}
