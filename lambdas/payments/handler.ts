import { fromCents } from "../../shared/money.ts";
import { paymentRoutes } from "../../shared/payments/payment.ts";
import type { KnownLine } from "../../shared/payments/statement-line.ts";
import { correct, undoById } from "../billing/client-payments.ts";
import * as clients from "../clients/store.ts";
import { changeContext } from "../platform/change-context.ts";
import { serve } from "../platform/http/serve.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { listPayments } from "./list.ts";
import * as store from "./store.ts";

export const handler = serve(paymentRoutes, {
  "GET /api/v1/payments": async ({ query, today }) => ({ ...(await listPayments(query, today)), today }),
  "PUT /api/v1/payments/{id}": async ({ params, body, ...request }) =>
    correct(params.id, body, await changeContext(request)),
  "DELETE /api/v1/payments/{id}": async ({ params, ...request }) =>
    undoById(params.id, await changeContext(request)),
  "POST /api/v1/payments/lines/known": async ({ body }) => ({
    lines: await describeLines(await store.findLines(body.lines.map(store.keyOfLine))),
  }),
  "GET /api/v1/payments/lines": async ({ query, today }) => ({
    ...(await store.listWaiting(query.cursor)),
    today,
  }),
  "POST /api/v1/payments/lines": async ({ body, ...request }) => ({
    kept: await store.saveLines(body.lines, await changeContext(request)),
  }),
  "POST /api/v1/payments/lines/ignore": async ({ body, ...request }) => {
    const [line] = await describeLines([await store.ignoreLine(body, await changeContext(request))]);
    return { line: line as NonNullable<typeof line> };
  },
});

/** What is known about statement lines, with the client of a recorded payment. */
async function describeLines(rows: readonly store.Row[]): Promise<KnownLine[]> {
  const recorded = rows.flatMap(({ subscription_id }) => subscription_id ?? []);
  const subscriptionsById = await subscriptions.getMany(recorded);
  const clientsById = await clients.getMany(
    [...subscriptionsById.values()].map(({ client_id }) => client_id),
  );
  return rows.map((row): KnownLine => {
    const { recorded = 0, subscription_id, paid_on, amount_cents, currency, undone, ignored, line } = row;
    const { client_id } = subscriptionsById.get(subscription_id ?? "") ?? {};
    const client_name = clientsById.get(client_id ?? "")?.name ?? "Unknown Client";
    return {
      key: store.lineKeyOf(row),
      ...(recorded > 0 &&
        paid_on && {
          recorded: { subscription_id, client_name, paid_on, amount: fromCents(amount_cents ?? 0), currency },
        }),
      undone,
      ...(line && { waiting: true as const }),
      ignored,
    };
  });
}
