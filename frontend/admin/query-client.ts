import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api.ts";
import { SignedOutError } from "../auth.ts";

const RETRY_DELAY_MS = 800;

/** Retry once after a lost response, a server error or throttling. Retrying another refusal cannot help. */
const shouldRetry = (count: number, error: unknown) =>
  count < 1 &&
  !(error instanceof SignedOutError) &&
  !(error instanceof ApiError && error.status < 500 && error.status !== 429);

/** The same for a single request. */
export async function withRetry<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!shouldRetry(0, error) || (error instanceof DOMException && error.name === "AbortError")) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return send();
  }
}

export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: shouldRetry,
        retryDelay: RETRY_DELAY_MS,
        // Offline, show an error instead of a spinner. Lists are fetched again when the network is back.
        networkMode: "always",
        refetchOnReconnect: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
