import { monthOf } from "../../shared/day.ts";
import { invoiceRoutes } from "../../shared/invoices/routes.ts";
import { recordControlUnit } from "../ledger/control-unit.ts";
import { invoicesPage, openedInvoice, papersOfClient } from "../ledger/papers-page.ts";
import { changeContext } from "../platform/change-context.ts";
import { notFound } from "../platform/http/refusals.ts";
import { serve } from "../platform/http/serve.ts";
import * as clients from "../stores/client-store.ts";

export const handler = serve(invoiceRoutes, {
  "GET /api/v1/invoices": async ({ query, today }) => ({
    ...(await invoicesPage(query, monthOf(today))),
    today,
  }),
  "GET /api/v1/clients/{id}/invoices": async ({ params, query, today }) => {
    const [client, page] = await Promise.all([
      clients.get(params.id),
      papersOfClient(params.id, query.cursor),
    ]);
    if (!client) throw notFound("client");
    return { ...page, today };
  },
  "GET /api/v1/invoices/{id}": async ({ params }) => ({ invoice: await openedInvoice(params.id) }),
  "PUT /api/v1/invoices/{id}/control-unit": async ({ params, body, ...request }) => {
    const [context, { admin: isAdmin }] = await Promise.all([changeContext(request), request.session()]);
    await recordControlUnit(params.id, body, { ...context, isAdmin });
    return { invoice: await openedInvoice(params.id) };
  },
});
