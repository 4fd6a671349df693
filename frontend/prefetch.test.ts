import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearPrefetched, prefetch, storedToken, takePrefetched } from "./prefetch.ts";

const tokenOf = (sub: string, secondsLeft = 600) =>
  `e30.${btoa(JSON.stringify({ sub, exp: Date.now() / 1_000 + secondsLeft }))}.sign`;
const path = "/api/v1/clients";

/** The browser's storage after sign-in. */
function signedIn(token: string) {
  const items = { "Pool.LastAuthUser": "amani", "Pool.amani.accessToken": token };
  vi.stubGlobal("localStorage", { ...items, getItem: (name: keyof typeof items) => items[name] ?? null });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response("the list")),
  );
});
afterEach(() => {
  clearPrefetched();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a prefetched response is returned once, to the person it was fetched for", async () => {
  signedIn(tokenOf("amani"));
  prefetch([path]);
  expect(takePrefetched(path, tokenOf("grace"))).toBeUndefined();
  expect(await (await takePrefetched(path, tokenOf("amani")))?.text()).toBe("the list");
  expect(takePrefetched(path, tokenOf("amani"))).toBeUndefined();
});

test("an aborted caller leaves the response to the next caller", async () => {
  signedIn(tokenOf("amani"));
  prefetch([path]);
  const first = new AbortController();
  const aborted = takePrefetched(path, tokenOf("amani"), first.signal);
  first.abort();
  const next = takePrefetched(path, tokenOf("amani"));
  await expect(aborted).rejects.toThrow(/abort/i);
  expect(await (await next)?.text()).toBe("the list");
});

test("a prefetched response is dropped after a change, and after its cache time", () => {
  signedIn(tokenOf("amani"));
  prefetch([path]);
  clearPrefetched();
  expect(takePrefetched(path, tokenOf("amani"))).toBeUndefined();
  prefetch([path]);
  vi.advanceTimersByTime(15_000);
  expect(takePrefetched(path, tokenOf("amani"))).toBeUndefined();
});

test("nothing is fetched with an invalid token, or one that is about to expire", () => {
  for (const token of [tokenOf("amani", 30), "none", ""]) {
    signedIn(token);
    expect(storedToken()).toBeUndefined();
    prefetch([path]);
  }
  expect(fetch).not.toHaveBeenCalled();
});
