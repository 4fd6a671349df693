import { subscriptionRoutes } from "../../shared/subscriptions.ts";
import { serve } from "../http.ts";
import { create } from "./create.ts";
import * as renewals from "./renewals.ts";
import * as store from "./store.ts";
import { update } from "./update.ts";

export const handler = serve(subscriptionRoutes, {
  "GET /api/v1/subscriptions": async ({ query, today }) => ({ ...(await store.list(query)), today }),
  "POST /api/v1/subscriptions": async ({ body, now, today }) => ({
    subscription: await create(body, { now, today }),
  }),
  "PUT /api/v1/subscriptions/{id}": async ({ params, body, today }) => ({
    subscription: await update(params.id, body, today),
  }),
  "GET /api/v1/subscriptions/{id}/renewals": ({ params }) => renewals.list(params.id),
  "POST /api/v1/subscriptions/{id}/renewals": ({ params, body, now, today }) =>
    renewals.renew(params.id, body, { now, today }),
  "DELETE /api/v1/subscriptions/{id}/renewals/{period}": ({ params }) =>
    renewals.undo(params.id, params.period),
});
