import { paymentRoutes } from "../../shared/payments/payment.ts";
import { changeContext } from "../platform/change-context.ts";
import { serve } from "../platform/http/serve.ts";
import { named } from "./lines.ts";
import { listPayments } from "./list.ts";
import * as store from "./store.ts";

export const handler = serve(paymentRoutes, {
  "GET /api/v1/payments": async ({ query, today }) => ({ ...(await listPayments(query, today)), today }),
  "POST /api/v1/payments/lines/known": async ({ body }) => ({
    lines: await named(await store.known(body.lines.map(store.keyOfLine))),
  }),
  "GET /api/v1/payments/lines": async ({ query, today }) => ({
    ...(await store.waiting(query.cursor)),
    today,
  }),
  "POST /api/v1/payments/lines": async ({ body, ...request }) => ({
    kept: await store.keep(body.lines, await changeContext(request)),
  }),
  "POST /api/v1/payments/lines/aside": async ({ body, ...request }) => {
    const [line] = await named([await store.setAside(body, await changeContext(request))]);
    return { line: line as NonNullable<typeof line> };
  },
});
