import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api.ts";
import { SignedOutError } from "../auth.ts";

/** Repeating cannot help against a refusal; a lost answer is asked for once more. */
const worthRepeating = (count: number, error: Error) =>
  count < 1 && !(error instanceof SignedOutError) && !(error instanceof ApiError && error.status < 500);

export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: worthRepeating,
        retryDelay: 800,
        // Being offline is an error to be shown, not a spinner; the list is fetched again when the network is back.
        networkMode: "always",
        refetchOnReconnect: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
