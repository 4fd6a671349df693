import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { OwedAccount } from "../../../shared/clients/owed.ts";
import type { Day } from "../../../shared/day.ts";
import type { Span } from "../../../shared/day-span.ts";
import { LIST_PARTS } from "../../../shared/list-page.ts";
import type { Payment } from "../../../shared/payments/payment.ts";
import type { Subscription } from "../../../shared/subscriptions/subscription.ts";
import { request, serverTime } from "../../api.ts";
import { namesIn } from "../rules/names.ts";
import { keyOf, refreshIndexed } from "./cache.ts";
import { type LoadedList, listQuery, pagedQuery, pagesOf, spanQuery } from "./list-query.ts";
import { withChanges } from "./with-changes.ts";
import { formerOf, isTorn, owedOfSubscription, withOwed } from "./with-owed.ts";

export const clientList = listQuery(keyOf("clients"), () => async (query, signal) => {
  const start = Date.now();
  const { clients, ...page } = await request("GET /api/v1/clients", { query }, signal);
  return { rows: clients, mark: serverTime(start), ...page };
});

/** The subscriptions, each with what is owed of it. */
export const subscriptionList = listQuery<Subscription>(keyOf("subscriptions"), (before) => {
  let owed: ReturnType<typeof fetchOwed> | undefined;
  return async (query, signal) => {
    const start = Date.now();
    owed ??= fetchOwed(query.since, signal);
    const [{ subscriptions: read, ...page }, { accounts: listed, ...changes }] = await Promise.all([
      request("GET /api/v1/subscriptions", { query }, signal),
      owed,
    ]);
    // An account that could not be read is counted once, on a page that counts.
    const isCounted = query.part ? query.part === LIST_PARTS[0] && !query.cursor : !page.cursor;
    const unreadable = (page.unreadable ?? 0) + (isCounted ? changes.unreadable : 0);
    const mark = [page.mark ?? serverTime(start), changes.mark].filter(Boolean).sort()[0];
    const { subscriptions, accounts } = await withoutTears(
      { subscriptions: read, accounts: listed, areAll: query.since === undefined },
      { today: page.today, mark },
      signal,
    );
    if (query.since === undefined) {
      const { rows, former } = withOwed(subscriptions, accounts);
      return { ...page, mark, unreadable, rows, former: former.map(withOwnId) };
    }
    return {
      ...page,
      ...(changes.reload && { reload: true }),
      mark,
      unreadable,
      ...changed(before, subscriptions, accounts),
    };
  };
});

type Joined = { subscriptions: Subscription[]; accounts: OwedAccount[]; areAll: boolean };

/** Reads once more the rows that changed between reading the subscriptions and reading the accounts. */
async function withoutTears(
  { subscriptions, accounts, areAll }: Joined,
  { today, mark }: { today: Day; mark: string | undefined },
  signal: AbortSignal,
): Promise<Pick<Joined, "subscriptions" | "accounts">> {
  const accountOf = new Map(accounts.map((account) => [account.client_id, account]));
  const torn = subscriptions.some((subscription) => {
    const account = accountOf.get(subscription.client_id);
    return (account || areAll) && isTorn(subscription, account, today);
  });
  if (!torn || mark === undefined) return { subscriptions, accounts };
  const [news, owed] = await Promise.all([
    request("GET /api/v1/subscriptions", { query: { since: mark } }, signal),
    fetchOwed(mark, signal),
  ]);
  const newsOf = new Map(news.subscriptions.map((subscription) => [subscription.id, subscription]));
  for (const account of owed.accounts) accountOf.set(account.client_id, account);
  return {
    subscriptions: subscriptions.map((subscription) => newsOf.get(subscription.id) ?? subscription),
    accounts: [...accountOf.values()],
  };
}

/** All that is owed, or what changed since a mark. */
async function fetchOwed(since: string | undefined, signal: AbortSignal) {
  const accounts: OwedAccount[] = [];
  let mark: string | undefined;
  let unreadable = 0;
  const fetchPage = (cursor: string | undefined) =>
    request("GET /api/v1/owed", { query: { since, cursor } }, signal);
  for await (const page of pagesOf(fetchPage)) {
    if (page.reload) return { accounts, unreadable, reload: true };
    unreadable += page.unreadable ?? 0;
    accounts.push(...page.accounts);
    mark ??= page.mark;
  }
  return { accounts, unreadable, mark };
}

/** The present client's row has the subscription's own id. */
const withOwnId = (row: Subscription): Subscription => ({ ...row, id: `${row.id} ${row.client_id}` });

/** The subscriptions that changed, and those of which something else is owed. */
function changed(
  before: LoadedList<Subscription> | undefined,
  subscriptions: readonly Subscription[],
  accounts: readonly OwedAccount[],
) {
  const accountOf = new Map(accounts.map((account) => [account.client_id, account]));
  const byId = new Map(before?.rows.map((row) => [row.id, row]));
  const isOwing = ({ client_id }: Subscription) => accountOf.has(client_id);
  const owing = new Map([...byId.values()].filter(isOwing).map((row) => [row.id, row]));
  for (const row of subscriptions) {
    // If its account is as it was, so is what is owed of it.
    const { open, on_hold, paid, account_version } = byId.get(row.id) ?? {};
    owing.set(row.id, { ...row, open, on_hold, paid, account_version });
    byId.set(row.id, row);
  }
  return {
    rows: [...owing.values()].map((row) => owedOfSubscription(row, accountOf.get(row.client_id))),
    former: [
      ...(before?.former ?? []).filter((row) => !isOwing(row)),
      ...accounts.flatMap((account) => formerOf(account, byId).map(withOwnId)),
    ],
  };
}

const none: Subscription[] = [];

/** Everything that somebody owes: the subscriptions, and what former clients owe of them. */
export const owedRows = (list: LoadedList<Subscription> | undefined): Subscription[] =>
  list ? [...list.rows, ...(list.former ?? none)] : none;

/** After a change of money. What former clients owe comes with the list only. */
export const refreshFormer = (queryClient: QueryClient) => {
  const { former = none } = queryClient.getQueryData(subscriptionList.queryKey) ?? {};
  if (former.length > 0) void refreshIndexed(queryClient, "subscriptions");
};

/** The names of clients and services, from the lists that this tab keeps. */
export function useNames() {
  const [clients, subscriptions] = [useQuery(clientList), useQuery(subscriptionList)];
  const names = useMemo(() => namesIn(clients.data, subscriptions.data), [clients.data, subscriptions.data]);
  return { names, lists: [clients, subscriptions] as const };
}

/** The payments that nobody has. */
export const unmatchedPayments = (state: "unmatched" | "ignored" | "announced" = "unmatched") =>
  pagedQuery(keyOf("payments", state), { state }, async (query, signal) => {
    const { payments, ...page } = await request("GET /api/v1/payments", { query }, signal);
    return { ...page, rows: payments };
  });

/** Payments recorded with an M-Pesa code, in any month. */
export const paymentsWithCode = (code: string | undefined) =>
  queryOptions({
    queryKey: keyOf("payments", "code", code ?? ""),
    queryFn: ({ signal }) =>
      request("GET /api/v1/payments", { query: { code } }, signal).then(({ payments }) => payments),
    enabled: code !== undefined,
  });

/** Payments between two days, or of this month. After the first load only what changed is loaded. */
export const paymentsOf = (span?: Span) =>
  spanQuery(
    keyOf("payments", "paid"),
    span,
    async (query, signal) => {
      const start = Date.now();
      const { payments, ...page } = await request("GET /api/v1/payments", { query }, signal);
      return { mark: serverTime(start), ...page, rows: payments };
    },
    (pages, cached) => {
      if (pages.some(({ from, to }) => from !== cached.from || to !== cached.to)) return undefined;
      const withPage = (rows: Payment[], { rows: payments, changed }: (typeof pages)[number]) =>
        withChanges(rows, { payments, changed });
      return { ...cached, rows: pages.reduce(withPage, cached.rows) };
    },
  );

/** The staff, and whether everyone needs a sign-in code. */
export const staffList = queryOptions({
  queryKey: keyOf("staff", "members"),
  queryFn: async ({ signal }) => {
    const { members: rows, second_factor_demanded } = await request("GET /api/v1/staff/members", {}, signal);
    return { rows, second_factor_demanded };
  },
});

/** The staff that messages can be assigned to, by name. The list rarely changes. */
export const colleagues = queryOptions({
  queryKey: keyOf("staff"),
  queryFn: async ({ signal }) => (await request("GET /api/v1/staff", {}, signal)).staff,
  staleTime: 600_000,
});
