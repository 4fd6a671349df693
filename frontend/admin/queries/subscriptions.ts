import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";
import { listQuery } from "./list-query.ts";

export const subscriptionList = listQuery(keyOf("subscriptions"), async (query, signal) => {
  const { subscriptions, ...page } = await request("GET /api/v1/subscriptions", { query }, signal);
  return { rows: subscriptions, ...page };
});
