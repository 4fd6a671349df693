import type * as z from "zod/mini";
import type { Day } from "../../shared/day.ts";
import type { DaySpanQuery } from "../../shared/day-span.ts";
import type { Payment } from "../../shared/payments/payment.ts";
import * as clients from "../clients/store.ts";
import { pageByDay } from "../platform/dynamo/page-by-day.ts";
import { readable } from "../platform/dynamo/rows.ts";
import * as renewals from "../renewals/store.ts";
import * as subscriptions from "../subscriptions/store.ts";

/** One page of the payments between two days, newest first. */
export async function listPayments(asked: z.output<typeof DaySpanQuery>, today: Day) {
  const { items, ...page } = await pageByDay("renewals", asked, today);
  const { rows, ...left } = readable(renewals.Row, items.map(renewals.splitSortKey));
  return { payments: await withClients(rows), ...page, ...left };
}

/** Adds the client and the service of each payment. */
async function withClients(rows: renewals.Row[]): Promise<Payment[]> {
  const subscriptionsById = await subscriptions.getMany(rows.map(({ subscription_id }) => subscription_id));
  const clientsById = await clients.getMany(
    [...subscriptionsById.values()].map(({ client_id }) => client_id),
  );
  return rows.map((row) => {
    const { client_id, service, sample } = subscriptionsById.get(row.subscription_id) ?? {};
    const client_name = clientsById.get(client_id ?? "")?.name ?? "Unknown Client";
    return { ...renewals.fromRow(row), client_id, client_name, service, sample };
  });
}
