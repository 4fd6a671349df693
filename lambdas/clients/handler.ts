import { clientRoutes } from "../../shared/clients.ts";
import { serve } from "../http.ts";
import * as store from "./store.ts";

export const handler = serve(clientRoutes, {
  "GET /api/v1/clients": ({ query }) => store.list(query.cursor),
  "POST /api/v1/clients": async ({ body, now }) => ({ client: await store.create(body, now) }),
  "PUT /api/v1/clients/{id}": async ({ params, body }) => ({ client: await store.update(params.id, body) }),
});
