import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";
import { listQuery } from "./list-query.ts";

export const clientList = listQuery(keyOf("clients"), async (cursor, signal) => {
  const { clients, ...page } = await request("GET /api/v1/clients", { query: { cursor } }, signal);
  return { rows: clients, ...page };
});
