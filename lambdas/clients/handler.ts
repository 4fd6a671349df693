import { clientRoutes } from "../../shared/clients.ts";
import { serve } from "../http.ts";
import { create } from "./create.ts";
import { erase } from "./erase.ts";
import * as store from "./store.ts";
import { update } from "./update.ts";

export const handler = serve(clientRoutes, {
  "GET /api/v1/clients": ({ query }) => store.list(query),
  "POST /api/v1/clients": async ({ body, now }) => ({ client: await create(body, now) }),
  "PUT /api/v1/clients/{id}": async ({ params, body, now, today }) => ({
    client: await update(params.id, body, { now, today }),
  }),
  "POST /api/v1/clients/{id}/erasure": async ({ params, body, now }) => ({
    client: await erase(params.id, body.version, now),
  }),
});
