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
import { type LoadedList, listQuery, pagedQuery, spanQuery } from "./list-query.ts";
import { owedList } from "./owed.ts";
import { withChanges } from "./with-changes.ts";
import { formerOf, isTorn, owedOfSubscription, withOwed } from "./with-owed.ts";

export const clientList = listQuery(keyOf("clients"), () => async (query, signal) => {
  const start = Date.now();
  const { clients, ...page } = await request("GET /api/v1/clients", { query }, signal);
  return { rows: clients, mark: serverTime(start), ...page };
});

/** The subscriptions, each with what is owed of it: one list of all that is owed serves every screen. */
export const subscriptionList = listQuery<Subscription>(keyOf("subscriptions"), (before, client) => {
  let owed: ReturnType<typeof fetchOwed> | undefined;
  return async (query, signal) => {
    const start = Date.now();
    owed ??= fetchOwed(client);
    const [{ subscriptions: read, ...page }, listed] = await Promise.all([
      request("GET /api/v1/subscriptions", { query }, signal),
      owed,
    ]);
    // An account that could not be read is counted once, on a page that counts.
    const isCounted = query.part ? query.part === LIST_PARTS[0] && !query.cursor : !page.cursor;
    const unreadable = (page.unreadable ?? 0) + (isCounted ? listed.unreadable : 0);
    const mark = page.mark ?? serverTime(start);
    const { subscriptions, accounts } = await withoutTears(
      { subscriptions: read, accounts: listed.rows },
      { today: page.today, mark, fetchOwed: () => fetchOwed(client) },
      signal,
    );
    if (query.since === undefined) {
      const { rows, former } = withOwed(subscriptions, accounts);
      return { ...page, mark, unreadable, rows, former: former.map(withOwnId) };
    }
    const news = changed(before, subscriptions, accounts);
    return { ...page, ...(!news && { reload: true }), mark, unreadable, rows: [], ...news };
  };
});

/** All that is owed, as it is now. A screen that shows it too fetches it only once. */
const fetchOwed = (client: QueryClient) => client.query({ ...owedList, staleTime: 0 });

type Joined = { subscriptions: Subscription[]; accounts: OwedAccount[] };
type Reading = { today: Day; mark: string | undefined; fetchOwed: () => Promise<{ rows: OwedAccount[] }> };

/** Reads once more the rows that changed between reading the subscriptions and reading the accounts. */
async function withoutTears(
  { subscriptions, accounts }: Joined,
  { today, mark, fetchOwed }: Reading,
  signal: AbortSignal,
): Promise<Joined> {
  const accountOf = new Map(accounts.map((account) => [account.client_id, account]));
  const torn = subscriptions.some((subscription) =>
    isTorn(subscription, accountOf.get(subscription.client_id), today),
  );
  if (!torn || mark === undefined) return { subscriptions, accounts };
  const [news, owed] = await Promise.all([
    request("GET /api/v1/subscriptions", { query: { since: mark } }, signal),
    fetchOwed(),
  ]);
  const newsOf = new Map(news.subscriptions.map((subscription) => [subscription.id, subscription]));
  return {
    subscriptions: subscriptions.map((subscription) => newsOf.get(subscription.id) ?? subscription),
    accounts: owed.rows,
  };
}

/** The present client's row has the subscription's own id. */
const withOwnId = (row: Subscription): Subscription => ({ ...row, id: `${row.id} ${row.client_id}` });

/**
 * The subscriptions that changed, and those of which something else is owed. Undefined if an account left the list of all
 * that is owed, which keeps those that were paid until it is fetched again.
 */
function changed(
  before: LoadedList<Subscription> | undefined,
  subscriptions: readonly Subscription[],
  accounts: readonly OwedAccount[],
) {
  const accountOf = new Map(accounts.map((account) => [account.client_id, account]));
  const byId = new Map(before?.rows.map((row) => [row.id, row]));
  for (const row of subscriptions) {
    const { open, on_hold, paid, account_version } = byId.get(row.id) ?? {};
    byId.set(row.id, { ...row, open, on_hold, paid, account_version });
  }
  const all = [...byId.values()];
  if (all.some((row) => (row.open ?? row.on_hold ?? row.paid) && !accountOf.has(row.client_id)))
    return undefined;
  const saved = new Set(subscriptions.map(({ id }) => id));
  const isNews = ({ id, client_id, account_version = 0 }: Subscription) =>
    saved.has(id) || (accountOf.get(client_id)?.version ?? 0) > account_version;
  return {
    rows: all.filter(isNews).map((row) => owedOfSubscription(row, accountOf.get(row.client_id))),
    former: accounts.flatMap((account) => formerOf(account, byId).map(withOwnId)),
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
export const paymentsWithCode = (code: string | undefined, named: "code" | "certificate" = "code") =>
  queryOptions({
    queryKey: keyOf("payments", named, code ?? ""),
    queryFn: ({ signal }) =>
      request("GET /api/v1/payments", { query: { [named]: code } }, signal).then(({ payments }) => payments),
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
