import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askAhead, forgetAhead, storedToken, takeAhead } from "./ahead.ts";

const tokenOf = (sub: string, secondsLeft = 600) =>
  `e30.${btoa(JSON.stringify({ sub, exp: Date.now() / 1_000 + secondsLeft }))}.sign`;
const path = "/api/v1/clients";

/** The browser's storage with somebody signed in. */
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
  forgetAhead();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what was asked for ahead is given once, to whom it was asked for", async () => {
  signedIn(tokenOf("amani"));
  askAhead([path]);
  expect(takeAhead(path, tokenOf("grace"))).toBeUndefined();
  expect(await (await takeAhead(path, tokenOf("amani")))?.text()).toBe("the list");
  expect(takeAhead(path, tokenOf("amani"))).toBeUndefined();
});

test("who stops waiting leaves it for the next, who alone reads it", async () => {
  signedIn(tokenOf("amani"));
  askAhead([path]);
  const first = new AbortController();
  const left = takeAhead(path, tokenOf("amani"), first.signal);
  first.abort();
  const taken = takeAhead(path, tokenOf("amani"));
  await expect(left).rejects.toThrow(/abort/i);
  expect(await (await taken)?.text()).toBe("the list");
});

test("nothing is given that is old: after a change, or when nobody has taken it for a while", () => {
  signedIn(tokenOf("amani"));
  askAhead([path]);
  forgetAhead();
  expect(takeAhead(path, tokenOf("amani"))).toBeUndefined();
  askAhead([path]);
  vi.advanceTimersByTime(15_000);
  expect(takeAhead(path, tokenOf("amani"))).toBeUndefined();
});

test("a token that is about to run out, or is none, asks for nothing", () => {
  for (const token of [tokenOf("amani", 30), "none", ""]) {
    signedIn(token);
    expect(storedToken()).toBeUndefined();
    askAhead([path]);
  }
  expect(fetch).not.toHaveBeenCalled();
});
