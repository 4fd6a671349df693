import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Client } from "../../../shared/clients.ts";
import { forgetSaved, putSaved, withSaved } from "./saved.ts";

const client = (id: string, version: number): Client => ({
  ...{ id, version, name: `v${version}`, email: "a@b.example", phone: "", company: "", address: "" },
  ...{ status: "active", created_at: "2026-12-24T06:00:00.000Z" },
});
const versions = (rows: { id: string; version: number }[]) =>
  Object.fromEntries(rows.map(({ id, version }) => [id, version]));

let queryClient: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  forgetSaved();
  queryClient = new QueryClient();
  queryClient.setQueryData(["clients"], { clients: [client("a", 1), client("b", 1)], complete: true });
});
afterEach(() => vi.useRealTimers());

const shown = () => versions((queryClient.getQueryData(["clients"]) as { clients: Client[] }).clients);

test("what was saved is in the list at once, changed or new", () => {
  putSaved(queryClient, "clients", client("a", 2));
  putSaved(queryClient, "clients", client("c", 1));
  expect(shown()).toEqual({ a: 2, b: 1, c: 1 });
});

test("a list read from a table that lags behind undoes nothing that was just saved", () => {
  putSaved(queryClient, "clients", client("a", 2));
  putSaved(queryClient, "clients", client("c", 1));
  const first = withSaved("clients", [], [client("a", 1)]);
  const all = withSaved("clients", first, [client("b", 1)]);
  expect(versions(all)).toEqual({ a: 2, b: 1, c: 1 });
  expect(all).toHaveLength(3);
});

test("a newer version by somebody else wins, and what is old is believed of the table again", () => {
  putSaved(queryClient, "clients", client("a", 2));
  expect(versions(withSaved("clients", [], [client("a", 3)]))).toEqual({ a: 3 });
  vi.advanceTimersByTime(60_000);
  expect(versions(withSaved("clients", [], [client("b", 1)]))).toEqual({ b: 1 });
});

test("a new record that comes with a later page stands there once", () => {
  putSaved(queryClient, "clients", client("c", 1));
  const first = withSaved("clients", [], [client("a", 1)]);
  const all = withSaved("clients", first, [client("c", 1), client("d", 1)]);
  expect(all.map(({ id }) => id).sort()).toEqual(["a", "c", "d"]);
});
