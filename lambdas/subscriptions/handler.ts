import { subscriptionRoutes } from "../../shared/subscriptions/routes.ts";
import { changeContext } from "../platform/change-context.ts";
import { serve } from "../platform/http/serve.ts";
import * as store from "../stores/subscription-store.ts";
import { changePrices } from "./change-prices.ts";
import { create } from "./create.ts";
import { takeBackPrices } from "./take-back-prices.ts";
import { preview, update } from "./update.ts";

export const handler = serve(subscriptionRoutes, {
  "GET /api/v1/subscriptions": async ({ query, today }) => ({ ...(await store.list(query)), today }),
  "POST /api/v1/subscriptions": async ({ body, ...request }) => ({
    subscription: await create(body, await changeContext(request)),
  }),
  "PUT /api/v1/subscriptions/{id}": async ({ params, body, ...request }) => ({
    subscription: await update(params.id, body, await changeContext(request)),
  }),
  "POST /api/v1/subscriptions/{id}/preview": ({ params, body, today }) => preview(params.id, body, today),
  "POST /api/v1/subscriptions/prices": async ({ body, ...request }) =>
    changePrices(body, await changeContext(request)),
  "DELETE /api/v1/subscriptions/prices/{id}": async ({ params, ...request }) =>
    takeBackPrices(params.id, await changeContext(request)),
});
