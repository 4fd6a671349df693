import type { OwedAccount } from "../../../shared/clients/owed.ts";
import { request, serverTime } from "../../api.ts";
import { keyOf } from "./cache.ts";
import { pagedQuery } from "./list-query.ts";

/** The accounts with something overdue, due soon or on hold. After the first load only what changed is loaded. */
export const owedList = pagedQuery(
  keyOf("owed"),
  {},
  async (query, signal) => {
    const start = Date.now();
    const { accounts, ...page } = await request("GET /api/v1/owed", { query }, signal);
    return { mark: serverTime(start), ...page, rows: accounts };
  },
  {
    joinNews(pages, cached) {
      const byClient = new Map(cached.rows.map((account) => [account.client_id, account]));
      for (const account of pages.flatMap(({ rows }) => rows)) keepNewer(byClient, account);
      return { ...cached, rows: [...byClient.values()], today: pages.at(-1)?.today ?? cached.today };
    },
  },
);

function keepNewer(byClient: Map<string, OwedAccount>, account: OwedAccount): void {
  const before = byClient.get(account.client_id);
  if (!before || account.version >= before.version) byClient.set(account.client_id, account);
}
