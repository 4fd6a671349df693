import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api.ts";
import { SignedOutError } from "../auth.ts";

const pause = 800;

/** Repeating cannot help against a refusal, unless it was for too many at once; a lost answer is asked for once more. */
const worthRepeating = (count: number, error: unknown) =>
  count < 1 &&
  !(error instanceof SignedOutError) &&
  !(error instanceof ApiError && error.status < 500 && error.status !== 429);

/** The same for one piece of what is fetched. */
export async function onceMore<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!worthRepeating(0, error) || (error instanceof DOMException && error.name === "AbortError"))
      throw error;
    await new Promise((later) => setTimeout(later, pause));
    return ask();
  }
}

export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: worthRepeating,
        retryDelay: pause,
        // Being offline is an error to be shown, not a spinner; the list is fetched again when the network is back.
        networkMode: "always",
        refetchOnReconnect: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
