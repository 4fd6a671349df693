import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";
import { listQuery } from "./list-query.ts";

export const clientList = listQuery(keyOf("clients"), async (query, signal) => {
  const { clients, ...page } = await request("GET /api/v1/clients", { query }, signal);
  return { rows: clients, ...page };
});
