import type * as z from "zod/mini";
import type { Day } from "../../shared/day.ts";
import type { DaySpanQuery } from "../../shared/day-span.ts";
import type { Payment } from "../../shared/payments/payment.ts";
import { creditsIn, renewalOf } from "../billing/renewals.ts";
import { PaymentRow } from "../billing/rows.ts";
import * as clients from "../clients/store.ts";
import { pageByDay } from "../platform/dynamo/page-by-day.ts";
import { readable } from "../platform/dynamo/rows.ts";
import * as subscriptions from "../subscriptions/store.ts";

/** One page of the payments between two days, newest first: an entry for each period, and one for credit. */
export async function listPayments(asked: z.output<typeof DaySpanQuery>, today: Day) {
  const { items, ...page } = await pageByDay("payments", asked, today);
  const { rows, ...left } = readable(PaymentRow, items);
  return { payments: await withClients(rows), ...page, ...left };
}

/** Adds the client and the service of each payment. */
async function withClients(rows: PaymentRow[]): Promise<Payment[]> {
  const ids = rows.flatMap(({ allocations }) => allocations.map(({ subscription_id }) => subscription_id));
  const [subscriptionsById, clientsById] = await Promise.all([
    subscriptions.getMany(ids),
    clients.getMany(rows.map(({ client_id }) => client_id)),
  ]);
  return rows.flatMap((row): Payment[] => {
    const { client_id } = row;
    const client = clientsById.get(client_id);
    const about = { client_id, client_name: client?.name ?? "Unknown Client", sample: client?.sample };
    return [
      ...row.allocations.map((allocation) => ({
        ...renewalOf(row, allocation),
        ...about,
        service: subscriptionsById.get(allocation.subscription_id)?.service,
      })),
      ...creditsIn([row]).map((credit) => ({
        ...credit,
        ...about,
        ...(!credit.refund && { credit: true as const }),
      })),
    ];
  });
}
