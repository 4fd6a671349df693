import { queryOptions, useMutation } from "@tanstack/react-query";
import type { LetterName } from "../../../shared/notifications.ts";
import { request } from "../../api.ts";

export const letterExample = (letter: LetterName) =>
  queryOptions({
    queryKey: ["letter", letter],
    queryFn: ({ signal }) => request("GET /api/v1/letters/{letter}", { params: { letter } }, signal),
  });

/** Mails the example to whoever is signed in. */
export const useSendTest = (letter: LetterName) =>
  useMutation({
    mutationFn: () => request("POST /api/v1/letters/{letter}/test", { params: { letter } }),
  });
