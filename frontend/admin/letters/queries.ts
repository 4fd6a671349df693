import { queryOptions, useMutation } from "@tanstack/react-query";
import type { LetterName } from "../../../shared/notifications.ts";
import { request } from "../../api.ts";

export const letterExample = (letter: LetterName) =>
  queryOptions({
    queryKey: ["letter", letter],
    queryFn: ({ signal }) => request("GET /api/v1/letters/{letter}", { params: { letter } }, signal),
  });

/** Mails the example; the server takes the company's own two addresses only. */
export const useSendTest = (letter: LetterName) =>
  useMutation({
    mutationFn: (to: string) =>
      request("POST /api/v1/letters/{letter}/test", { params: { letter }, body: { to } }),
  });
