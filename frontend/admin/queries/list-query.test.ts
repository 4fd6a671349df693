import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import type { ListPage } from "../../../shared/list-page.ts";
import { latestRows, listQuery, pagedQuery, putRow, spanQuery } from "./list-query.ts";

type Row = { id: string; version: number };
const row = (id: string, version = 1): Row => ({ id, version });

/** Requests that wait until the test responds. */
const asked: { page: ListPage; answer: (page: object) => void }[] = [];
const listOf = (name: string) =>
  listQuery<Row>(
    [name],
    () => (page) => new Promise((resolve) => asked.push({ page, answer: resolve as (page: object) => void })),
  );
const list = listOf("rows");
const pagesAsked = () =>
  asked.map(({ page: { since, part = since ?? "first", cursor = "" } }) => part + cursor);

/** Responds to the next request for that part. */
async function answer(part: string, page: object) {
  await expect.poll(pagesAsked).toContain(part);
  const [nextRequest] = asked.splice(pagesAsked().indexOf(part), 1);
  nextRequest?.answer({ today: "2026-12-24", ...page });
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

test("a long list shows rows while its parts load in parallel, and is marked complete at the end", async () => {
  const whole = queryClient.query(list);
  await answer("first", { rows: [row("a")], cursor: "more", unreadable: 1 });
  await expect.poll(ids).toEqual(["a1"]);
  expect(shown()).toMatchObject({ complete: false, today: "2026-12-24" });
  await expect.poll(pagesAsked).toEqual(["1", "2", "3", "4"]);
  await answer("3", { rows: [row("c")], cursor: "-on" });
  await expect.poll(ids).toEqual(["a1", "c1"]);
  await expect.poll(pagesAsked).toEqual(["1", "2", "4", "3-on"]);
  // Unreadable records of the first page are counted in the parts.
  await answer("1", { rows: [row("a")], unreadable: 2 });
  await answer("2", { rows: [] });
  await answer("4", { rows: [row("d")] });
  await answer("3-on", { rows: [row("b")] });
  await whole;
  expect(ids()).toEqual(["a1", "c1", "d1", "b1"]);
  expect(shown()).toMatchObject({ complete: true, unreadable: 2 });
});

test("two long lists together load at most four pages at a time", async () => {
  const both = Promise.all([list, listOf("others")].map((query) => queryClient.query(query)));
  for (let first = 0; first < 2; first += 1) await answer("first", { rows: [], cursor: "more" });
  await expect.poll(() => asked.length).toBe(4);
  for (let page = 0; page < 8; page += 1) {
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(4);
    asked.shift()?.answer({ rows: [] });
  }
  await both;
});

test("a second fetch replaces the rows only when it is complete", async () => {
  await fetchedWhole();
  const secondFetch = latestRows(queryClient, list);
  await answer("first", { rows: [row("a", 2)], cursor: "more" });
  await answer("1", { rows: [row("a", 2)] });
  await expect.poll(() => asked.length).toBe(3);
  expect(ids()).toEqual(["a1", "b1"]);
  await answer("2", { rows: [row("c")] });
  await answer("3", { rows: [] });
  await answer("4", { rows: [] });
  expect(await secondFetch).toEqual([row("a", 2), row("c")]);
  expect(ids()).toEqual(["a2", "c1"]);
});

test("after the first load, only what changed since its mark is fetched, however many pages it has", async () => {
  const whole = queryClient.query(list);
  await answer("first", { rows: [row("a"), row("b")], cursor: "more", mark: "mark1" });
  await answerRest(row("a"), row("b"));
  await whole;
  const look = (mark: string, ...pages: object[]) => {
    const refetch = queryClient.query({ ...list, staleTime: 0 });
    const answered = pages.map((page, index) => answer(mark + (index > 0 ? "-on" : ""), page));
    return Promise.all([refetch, ...answered]);
  };
  await look("mark1", { rows: [row("b", 2)], cursor: "-on", mark: "mark2" }, { rows: [row("c")] });
  expect(ids()).toEqual(["a1", "b2", "c1"]);
  expect(shown()).toMatchObject({ complete: true, today: "2026-12-24" });
  // The server sends a row again that was read before. Nothing is new, so the rows stay the same.
  const { rows } = shown() ?? {};
  await look("mark2", { rows: [row("b", 2)], mark: "mark3" });
  expect(shown()?.rows).toBe(rows);
  const secondLook = look("mark3", { rows: [row("a", 2)], mark: "mark4" });
  putRow(queryClient, list, row("a", 3));
  putRow(queryClient, list, row("new"));
  await secondLook;
  expect(ids()).toEqual(["a3", "b2", "c1", "new1"]);
});

test.each([{ reload: true }, { unreadable: 1 }])(
  "everything is fetched again after the answer %o, and for a save that was refused",
  async (refusal) => {
    const whole = queryClient.query(list);
    await answer("first", { rows: [row("a"), row("b")], mark: "mark1" });
    await whole;
    const refetch = queryClient.query({ ...list, staleTime: 0 });
    await answer("mark1", { rows: [], ...refusal });
    await answer("first", { rows: [row("a")], mark: "mark2" });
    await refetch;
    expect(ids()).toEqual(["a1"]);
    const latest = latestRows(queryClient, list);
    await answer("first", { rows: [row("a", 2)] });
    expect(await latest).toEqual([row("a", 2)]);
  },
);

test("a saved record is in the list immediately, changed or new", async () => {
  putRow(queryClient, list, row("a"));
  expect(shown()).toBeUndefined();
  await fetchedWhole();
  putRow(queryClient, list, row("a", 2));
  putRow(queryClient, list, row("c"));
  expect(ids()).toEqual(["a2", "b1", "c1"]);
});

test("a record saved while the list loads appears once, in its new version", async () => {
  const whole = queryClient.query(list);
  await answer("first", { rows: [row("a"), row("b")], cursor: "more" });
  await expect.poll(ids).toEqual(["a1", "b1"]);
  putRow(queryClient, list, row("a", 2));
  putRow(queryClient, list, row("new"));
  await answerRest(row("a"), row("b", 3), row("c"));
  await whole;
  expect(ids()?.sort()).toEqual(["a2", "b3", "c1", "new1"]);
});

test("a fetch that started before a save does not restore the old version", async () => {
  await fetchedWhole();
  const refetch = queryClient.query({ ...list, staleTime: 0 });
  await answer("first", { rows: [row("a")], cursor: "more" });
  putRow(queryClient, list, row("a", 2));
  putRow(queryClient, list, row("new"));
  // Meanwhile somebody removed b.
  await answerRest(row("a"));
  await refetch;
  expect(ids()?.sort()).toEqual(["a2", "new1"]);
});

test("a complete list stays cached, an incomplete one is fetched again", async () => {
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

const year = { from: "2026-01-01", to: "2026-12-24" };
type SpanQuery = { from?: string; to?: string; since?: string | undefined; cursor?: string | undefined };
type SpanPage = { rows: string[]; from: string; to: string; mark?: string; cursor?: string; reload?: true };

/** A list of a year that is answered by `answerOf`, which says how long an answer takes. */
function listOfYear(answerOf: (query: SpanQuery) => Partial<SpanPage> & { after?: number }) {
  const queries: SpanQuery[] = [];
  const list = spanQuery<SpanPage>(
    ["year"],
    year,
    async (query) => {
      const mark = `mark ${queries.push(query)}`;
      const { after = 0, ...page } = answerOf(query);
      await new Promise((resolve) => setTimeout(resolve, after));
      return { rows: [], ...year, mark, ...page };
    },
    (pages, cached) =>
      pages.every(({ from }) => from === cached.from)
        ? { ...cached, rows: [...pages.flatMap(({ rows }) => rows), ...cached.rows] }
        : undefined,
  );
  return { queries, fetch: () => queryClient.query({ ...list, staleTime: 0 }) };
}
const ofMonth = ({ from = "", cursor = "" }: SpanQuery) => `${from.slice(5, 7)}${cursor}`;

test("a list between two days is in the order of its parts, however long each takes", async () => {
  const { queries, fetch } = listOfYear((query) => {
    const isNewest = query.to === year.to;
    return { rows: [ofMonth(query)], ...(isNewest && { after: 30, ...(!query.cursor && { cursor: "+" }) }) };
  });
  expect(await fetch()).toMatchObject({
    rows: ["09", "09+", "06", "03", "01"],
    complete: true,
    mark: "mark 1",
  });
  expect(queries.length).toBe(5);
});

test("a second fetch of a list between two days asks once for what changed between them", async () => {
  const { queries, fetch } = listOfYear((query) => ({ rows: [query.since ?? ofMonth(query)] }));
  await fetch();
  queries.length = 0;
  expect((await fetch()).rows).toEqual(["mark 1", "09", "06", "03", "01"]);
  expect(queries).toEqual([{ ...year, since: "mark 1", cursor: undefined }]);
  expect((await fetch()).rows[0]).toBe("mark 1");
});

test.each([{ reload: true }, { unreadable: 1 }, { from: "2026-02-01" }] as const)(
  "a list between two days is fetched again after the answer %o",
  async (refusal) => {
    const { queries, fetch } = listOfYear((query) => (query.since ? refusal : { rows: [ofMonth(query)] }));
    await fetch();
    expect((await fetch()).rows).toEqual(["09", "06", "03", "01"]);
    expect(queries.length).toBe(9);
  },
);

test("a list that is cut stops at the page that has enough rows, and is not complete", async () => {
  let pages = 0;
  const list = pagedQuery(
    ["cut"],
    {},
    async () => {
      pages += 1;
      return { rows: ["a", "b"], cursor: "more", unreadable: 1 };
    },
    { most: 3 },
  );
  expect(await queryClient.query(list)).toMatchObject({ complete: false, unreadable: 2 });
  expect(pages).toBe(2);
});

test("a page that fails once is fetched again, and the others are not", async () => {
  let calls = 0;
  const list = pagedQuery(["twice"], {}, async ({ cursor }) => {
    calls += 1;
    if (calls === 2) throw new TypeError("Failed to fetch");
    return { rows: [cursor ?? "first"], cursor: cursor ? undefined : "second" };
  });
  expect((await queryClient.query(list)).rows).toEqual(["first", "second"]);
  expect(calls).toBe(3);
});
