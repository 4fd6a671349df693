import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { searchable } from "../../../../shared/search.ts";
import { backOffice } from "../../../../test/browser/dom.tsx";
import type { ListRules } from "../../rules/list-rules.ts";
import { useAddress, useList } from "./use-list.ts";

type Row = { name: string; status: string };
const rules: ListRules<Row> = {
  textOf: ({ name }) => searchable(name),
  filters: { status: ({ status }) => status },
  sortKeys: { name: ({ name }) => name },
  defaultOrder: { id: "name", desc: false },
};
const rows = [
  { name: "Chui", status: "inactive" },
  { name: "Amani", status: "active" },
  { name: "Baraka", status: "active" },
];

async function open(search: string) {
  window.history.replaceState(null, "", `/admin/clients${search}`);
  const { result } = renderHook(() => useList(rules, rows, useAddress()), { wrapper: backOffice().wrapper });
  await waitFor(() => expect(result.current).not.toBeNull());
  return { list: () => result.current, shown: () => result.current.shown?.map(({ name }) => name) };
}

test("a filter applies at once and is kept in the address beside what else is there", async () => {
  const { list, shown } = await open("?edit=1");
  expect(shown()).toEqual(["Amani", "Baraka", "Chui"]);
  act(() => list().choose("status", "active"));
  expect(shown()).toEqual(["Amani", "Baraka"]);
  expect(window.location.search).toBe("?edit=1&status=active");
  act(() => list().choose("status", ""));
  expect(window.location.search).toBe("?edit=1");
});

test("an address opens the same rows in the same order", async () => {
  const { list, shown } = await open("?status=active&sort=-name&q=a");
  expect(shown()).toEqual(["Baraka", "Amani"]);
  expect(list()).toMatchObject({ search: "a", chosen: { status: "active" } });
});

test("a search applies while it is typed, and is in the address when typing pauses", async () => {
  const { list, shown } = await open("");
  act(() => list().setSearch("bar"));
  expect(shown()).toEqual(["Baraka"]);
  expect(window.location.search).toBe("");
  await waitFor(() => expect(window.location.search).toBe("?q=bar"));
});

test("all are shown again without search and filters, also in the address", async () => {
  const { list, shown } = await open("?status=active&q=bar");
  act(() => list().showAll());
  expect(shown()).toEqual(["Amani", "Baraka", "Chui"]);
  expect(window.location.search).toBe("");
});
