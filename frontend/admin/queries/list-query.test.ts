import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { latestRows, listQuery, putRow } from "./list-query.ts";

type Row = { id: string; version: number };
const row = (id: string, version = 1): Row => ({ id, version });

/** Pages that are answered when the test says so. */
const asked: { cursor: string | undefined; answer: (page: object) => void }[] = [];
const list = listQuery<Row>(
  ["rows"],
  (cursor) => new Promise((resolve) => asked.push({ cursor, answer: resolve as (page: object) => void })),
);
const answer = async (page: object) => {
  await expect.poll(() => asked.length).toBe(1);
  asked.shift()?.answer(page);
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
  await answer({ rows: [row("a")], cursor: "more", today: "2026-12-24" });
  await answer({ rows: [row("b")], unreadable: 2, today: "2026-12-24" });
  await whole;
}

test("a list can be looked at while it comes, and says when it is complete", async () => {
  const whole = queryClient.query(list);
  await answer({ rows: [row("a")], cursor: "more", unreadable: 1, today: "2026-12-24" });
  await expect.poll(ids).toEqual(["a1"]);
  expect(shown()).toMatchObject({ complete: false, unreadable: 1, today: "2026-12-24" });
  await expect.poll(() => asked[0]?.cursor).toBe("more");
  await answer({ rows: [row("b")], unreadable: 1, today: "2026-12-24" });
  await whole;
  expect(ids()).toEqual(["a1", "b1"]);
  expect(shown()).toMatchObject({ complete: true, unreadable: 2 });
});

test("fetched again, a list changes at once and only when complete", async () => {
  await fetchedWhole();
  const again = latestRows(queryClient, list);
  await answer({ rows: [row("a", 2)], cursor: "more" });
  await expect.poll(() => asked.length).toBe(1);
  expect(ids()).toEqual(["a1", "b1"]);
  await answer({ rows: [row("c")] });
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

test("a fetch that began before something was saved does not bring back what was before", async () => {
  await fetchedWhole();
  const leave = new QueryObserver(queryClient, { ...list, staleTime: Number.POSITIVE_INFINITY }).subscribe(
    () => {},
  );
  const before = queryClient.refetchQueries({ queryKey: list.queryKey });
  await expect.poll(() => asked.length).toBe(1);
  const old = asked.shift();
  putRow(queryClient, list, row("a", 2));
  const after = queryClient.invalidateQueries({ queryKey: list.queryKey });
  old?.answer({ rows: [row("a")] });
  await answer({ rows: [row("a", 2), row("b")] });
  await Promise.all([before, after]);
  expect(ids()).toEqual(["a2", "b1"]);
  leave();
});
