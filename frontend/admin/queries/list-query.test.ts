import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import type { ListPage } from "../../../shared/list.ts";
import { latestRows, listQuery, putRow } from "./list-query.ts";

type Row = { id: string; version: number };
const row = (id: string, version = 1): Row => ({ id, version });

/** Pages that are answered when the test says so. */
const asked: { page: ListPage; answer: (page: object) => void }[] = [];
const listOf = (name: string) =>
  listQuery<Row>(
    [name],
    (page) => new Promise((resolve) => asked.push({ page, answer: resolve as (page: object) => void })),
  );
const list = listOf("rows");
const pagesAsked = () => asked.map(({ page: { part = "first", cursor = "" } }) => part + cursor);

/** Answers whichever page of that part is asked for next, or the first one. */
async function answer(part: string, page: object) {
  await expect.poll(pagesAsked).toContain(part);
  const [found] = asked.splice(pagesAsked().indexOf(part), 1);
  found?.answer({ today: "2026-12-24", ...page });
}
const answerRest = async (...rows: Row[]) => {
  for (const part of ["1", "2", "3", "4"])
    await answer(part, { rows: rows.splice(0, part === "4" ? 99 : 1) });
};

let queryClient: QueryClient;
beforeEach(() => {
  asked.length = 0;
  queryClient = new QueryClient();
});
const shown = () => queryClient.getQueryData(list.queryKey);
const ids = () => shown()?.rows.map(({ id, version }) => `${id}${version}`);

async function fetchedWhole() {
  const whole = queryClient.query(list);
  await answer("first", { rows: [row("a")], cursor: "more" });
  await answerRest(row("a"), row("b"));
  await whole;
}

test("a short list takes one request", async () => {
  const whole = queryClient.query(list);
  await answer("first", { rows: [row("a")], unreadable: 1 });
  await whole;
  expect(shown()).toMatchObject({ rows: [row("a")], complete: true, unreadable: 1, today: "2026-12-24" });
  expect(asked).toEqual([]);
});

test("a long list can be looked at while its parts come at the same time, and says when it is complete", async () => {
  const whole = queryClient.query(list);
  await answer("first", { rows: [row("a")], cursor: "more", unreadable: 1 });
  await expect.poll(ids).toEqual(["a1"]);
  expect(shown()).toMatchObject({ complete: false, today: "2026-12-24" });
  await expect.poll(pagesAsked).toEqual(["1", "2", "3", "4"]);
  await answer("3", { rows: [row("c")], cursor: "-on" });
  await expect.poll(ids).toEqual(["a1", "c1"]);
  await expect.poll(pagesAsked).toEqual(["1", "2", "4", "3-on"]);
  // What could not be read on the first page is counted in its part.
  await answer("1", { rows: [row("a")], unreadable: 2 });
  await answer("2", { rows: [] });
  await answer("4", { rows: [row("d")] });
  await answer("3-on", { rows: [row("b")] });
  await whole;
  expect(ids()).toEqual(["a1", "c1", "d1", "b1"]);
  expect(shown()).toMatchObject({ complete: true, unreadable: 2 });
});

test("two long lists at once ask for no more than four pages at a time", async () => {
  const both = Promise.all([list, listOf("others")].map((one) => queryClient.query(one)));
  for (let first = 0; first < 2; first += 1) await answer("first", { rows: [], cursor: "more" });
  await expect.poll(() => asked.length).toBe(4);
  for (let page = 0; page < 8; page += 1) {
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(4);
    asked.shift()?.answer({ rows: [] });
  }
  await both;
});

test("fetched again, a list changes at once and only when complete", async () => {
  await fetchedWhole();
  const again = latestRows(queryClient, list);
  await answer("first", { rows: [row("a", 2)], cursor: "more" });
  await answer("1", { rows: [row("a", 2)] });
  await expect.poll(() => asked.length).toBe(3);
  expect(ids()).toEqual(["a1", "b1"]);
  await answer("2", { rows: [row("c")] });
  await answer("3", { rows: [] });
  await answer("4", { rows: [] });
  expect(await again).toEqual([row("a", 2), row("c")]);
  expect(ids()).toEqual(["a2", "c1"]);
});

test("what was saved is in the list at once, changed or new", async () => {
  putRow(queryClient, list, row("a"));
  expect(shown()).toBeUndefined();
  await fetchedWhole();
  putRow(queryClient, list, row("a", 2));
  putRow(queryClient, list, row("c"));
  expect(ids()).toEqual(["a2", "b1", "c1"]);
});

test("what is saved while the list comes is neither lost nor there twice, nor as it was before", async () => {
  const whole = queryClient.query(list);
  await answer("first", { rows: [row("a"), row("b")], cursor: "more" });
  await expect.poll(ids).toEqual(["a1", "b1"]);
  putRow(queryClient, list, row("a", 2));
  putRow(queryClient, list, row("new"));
  await answerRest(row("a"), row("b", 3), row("c"));
  await whole;
  expect(ids()?.sort()).toEqual(["a2", "b3", "c1", "new1"]);
});

test("a fetch that began before something was saved does not bring back what was before", async () => {
  await fetchedWhole();
  const again = queryClient.query({ ...list, staleTime: 0 });
  await answer("first", { rows: [row("a")], cursor: "more" });
  putRow(queryClient, list, row("a", 2));
  putRow(queryClient, list, row("new"));
  // And somebody has taken b away.
  await answerRest(row("a"));
  await again;
  expect(ids()?.sort()).toEqual(["a2", "new1"]);
});

test("a list is kept as it is for whoever looks next, and one that broke off is fetched again", async () => {
  await fetchedWhole();
  const look = () => new QueryObserver(queryClient, list).subscribe(() => {});
  look()();
  expect(asked).toEqual([]);
  queryClient.setQueryData(list.queryKey, (data) => data && { ...data, complete: false });
  const leave = look();
  await answer("first", { rows: [row("a")] });
  await expect.poll(shown).toMatchObject({ complete: true });
  leave();
});
