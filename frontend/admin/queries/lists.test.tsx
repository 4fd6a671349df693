import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { OwedAccount } from "../../../shared/clients/owed.ts";
import type { Subscription } from "../../../shared/subscriptions/subscription.ts";
import { answerWith, calls } from "../../../test/browser/dom.tsx";
import { refresh } from "./cache.ts";
import { latestRows, putRow } from "./list-query.ts";
import { owedRows, subscriptionList } from "./lists.ts";
import { owedList } from "./owed.ts";

const today = "2026-12-24";
const subscription = (id: string, client_id: string, more: Partial<Subscription> = {}): Subscription => ({
  id,
  client_id,
  start_date: "2026-01-20",
  frequency: "monthly",
  amount: 100,
  status: "active",
  billing_anchor: "2026-01-20",
  next_billing_date: "2027-01-20",
  version: 1,
  created_at: "2026-01-20T06:00:00.000Z",
  ...more,
});
const account = (client_id: string, version: number, ...open: [id: string, due: string][]): OwedAccount => ({
  client_id,
  version,
  open: open.map(([id, due]) => ({
    charge: `${id}#${due}`,
    subscription: id,
    due,
    left: 100,
    currency: "USD",
  })),
  credit: [],
  owed: [],
});
const subscriptionsAre = (...subscriptions: Subscription[]) => ({
  "GET /api/v1/subscriptions": { subscriptions, today, mark: "2026-12-24T06:00:00.000Z" },
});
const owedIs = (...accounts: OwedAccount[]) => ({
  "GET /api/v1/owed": { accounts, today, mark: "2026-12-24T06:00:00.000Z" },
});
/** Who owes what: the client, the subscription and the due days that its row names. */
const shownIn = (queries: QueryClient) =>
  owedRows(queries.getQueryData(subscriptionList.queryKey)).map(
    ({ id, client_id, former, open }) =>
      `${client_id} ${former ? "former" : id}: ${open?.map(({ period }) => period).join(" ") ?? "next"}`,
  );
const fetchAgain = (queries: QueryClient) => queries.query({ ...subscriptionList, staleTime: 0 });

test("subscriptions are joined with what is owed, and only what changed is fetched again", async () => {
  const queries = new QueryClient();
  answerWith(subscriptionsAre(subscription("a", "one"), subscription("b", "two"), subscription("c", "two")));
  answerWith(owedIs(account("one", 4, ["a", "2026-12-20"], ["a", "2027-01-20"])));
  await fetchAgain(queries);
  expect(shownIn(queries)).toEqual(["one a: 2026-12-20 2027-01-20", "two b: next", "two c: next"]);

  // One paid, and two owes; no subscription changed.
  answerWith(subscriptionsAre());
  answerWith(owedIs(account("one", 5, ["a", "2027-01-20"]), account("two", 2, ["c", "2026-12-20"])));
  await fetchAgain(queries);
  expect(shownIn(queries)).toEqual(["one a: next", "two b: ", "two c: 2026-12-20"]);

  // A subscription changed, and its account did not.
  answerWith(subscriptionsAre(subscription("c", "two", { muted: true, version: 2 })));
  answerWith(owedIs());
  await fetchAgain(queries);
  expect(shownIn(queries)).toEqual(["one a: next", "two b: ", "two c: 2026-12-20"]);
  expect(owedRows(queries.getQueryData(subscriptionList.queryKey))[2]?.muted).toBe(true);
});

test("what a former client owes is a row of its own, until it is paid", async () => {
  const queries = new QueryClient();
  answerWith(subscriptionsAre(subscription("a", "one")));
  answerWith(owedIs(account("before", 7, ["a", "2026-11-20"])));
  await fetchAgain(queries);
  expect(shownIn(queries)).toEqual(["one a: next", "before former: 2026-11-20"]);
  answerWith(subscriptionsAre());
  answerWith(owedIs(account("before", 8)));
  await fetchAgain(queries);
  expect(shownIn(queries)).toEqual(["one a: next"]);
});

test("after everything is fetched again, no row keeps what was owed before", async () => {
  const queries = new QueryClient();
  answerWith(subscriptionsAre(subscription("a", "one")));
  answerWith(owedIs(account("one", 4, ["a", "2026-12-20"])));
  await fetchAgain(queries);
  answerWith(owedIs(account("one", 5, ["a", "2027-01-20"])));
  await latestRows(queries, subscriptionList);
  expect(shownIn(queries)).toEqual(["one a: next"]);
});

test("a screen with the subscriptions and what is owed fetches what is owed once", async () => {
  const queries = new QueryClient();
  answerWith(subscriptionsAre(subscription("a", "one", { next_billing_date: "2026-12-20" })));
  answerWith(owedIs(account("one", 4, ["a", "2026-12-20"])));
  const watching = new QueryObserver(queries, owedList).subscribe(() => {});
  await fetchAgain(queries);
  const owedCalls = () => calls.filter(({ route }) => route === "GET /api/v1/owed").length;
  expect(owedCalls()).toBe(1);
  await Promise.all([refresh(queries, "subscriptions", "dashboard"), fetchAgain(queries)]);
  expect(owedCalls()).toBe(2);
  expect(shownIn(queries)).toEqual(["one a: next"]);
  watching();
});

test("an account that is missing in a list of all that is owed is owed nothing", async () => {
  const queries = new QueryClient();
  answerWith(subscriptionsAre(subscription("a", "one")));
  answerWith(owedIs(account("one", 4, ["a", "2026-12-20"], ["a", "2027-01-20"])));
  await fetchAgain(queries);
  // Nothing says what changed, so the list is fetched again, without what was paid.
  answerWith({
    "GET /api/v1/owed": (_: unknown, search: string) =>
      search.includes("since") ? { accounts: [], today, reload: true } : { accounts: [], today },
  });
  await fetchAgain(queries);
  expect(shownIn(queries)).toEqual(["one a: next"]);
});

test("an account that could not be read is counted", async () => {
  const queries = new QueryClient();
  answerWith(subscriptionsAre(subscription("a", "one")));
  answerWith({ "GET /api/v1/owed": { accounts: [], today, unreadable: 1 } });
  expect((await fetchAgain(queries)).unreadable).toBe(1);
  // So everything is fetched again.
  answerWith(owedIs(account("one", 2, ["a", "2026-12-20"])));
  expect((await fetchAgain(queries)).unreadable).toBe(0);
  expect(shownIn(queries)).toEqual(["one a: 2026-12-20"]);
});

test("a payment saved while the list is fetched is not lost, also if the subscription has no other version", async () => {
  const queries = new QueryClient();
  answerWith(subscriptionsAre(subscription("a", "one")));
  answerWith(owedIs(account("one", 4, ["a", "2026-12-20"])));
  await fetchAgain(queries);
  const late = Promise.withResolvers<object>();
  answerWith({ "GET /api/v1/owed": () => late.promise });
  const fetching = fetchAgain(queries);
  putRow(queries, subscriptionList, subscription("a", "one", { account_version: 5 }));
  late.resolve({ accounts: [account("one", 4, ["a", "2026-12-20"])], today });
  await fetching;
  expect(shownIn(queries)).toEqual(["one a: next"]);
});

/** Answers each request with the next of these; the last one stays. */
const inTurn = (...answers: object[]) => {
  const asked: object[] = [];
  return {
    asked,
    answer: () => {
      asked.push({});
      return answers[Math.min(asked.length, answers.length) - 1];
    },
  };
};
const overdue = subscription("a", "one", { next_billing_date: "2026-12-20" });
const paid = subscription("a", "one", { version: 2 });

test.each([
  ["after the subscriptions", [overdue], [], [paid], []],
  [
    "after the accounts",
    [paid],
    [account("one", 4, ["a", "2026-12-20"])],
    [],
    [account("one", 5, ["a", "2027-01-20"])],
  ],
  ["and nothing was paid", [overdue], [account("one", 4, ["a", "2026-12-20"])], undefined, undefined],
] as const)(
  "a payment between reading subscriptions and accounts, %s, is read once more",
  async (_, rows, accounts, rowsThen, accountsThen) => {
    const queries = new QueryClient();
    const mark = "2026-12-24T06:00:00.000Z";
    const answersOf = (name: string, ...lists: (readonly object[] | undefined)[]) =>
      inTurn(...lists.flatMap((list) => (list ? { [name]: list, today, mark } : [])));
    const subscriptions = answersOf("subscriptions", rows, rowsThen);
    const owed = answersOf("accounts", accounts, accountsThen);
    answerWith({ "GET /api/v1/subscriptions": subscriptions.answer, "GET /api/v1/owed": owed.answer });
    await fetchAgain(queries);
    const isPaid = rowsThen !== undefined;
    const [row] = queries.getQueryData(subscriptionList.queryKey)?.rows ?? [];
    expect([row?.next_billing_date, row?.open]).toEqual([isPaid ? "2027-01-20" : "2026-12-20", undefined]);
    const requests = isPaid ? 2 : 1;
    expect([subscriptions.asked.length, owed.asked.length]).toEqual([requests, requests]);
  },
);
