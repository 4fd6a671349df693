import type { Charge } from "../../shared/billing/account.ts";
import { type Debt, subscriptionsIn } from "../../shared/billing/due-list.ts";
import type { DueNote } from "../../shared/clients/timeline.ts";
import type { OverdueDebt, UpcomingRenewal } from "../../shared/dashboard.ts";
import { fromCents, fromSums } from "../../shared/money.ts";
import * as clients from "../clients/store.ts";
import * as subscriptions from "../subscriptions/store.ts";

type Lists = { upcoming: Charge[]; debts: Debt[]; notes: Omit<DueNote, "client_name">[] };

/** Adds the clients and subscriptions to what the dashboard lists. Reads only the listed clients. */
export async function withClients(
  { upcoming, debts, notes }: Lists,
  byId: ReadonlyMap<string, subscriptions.Row>,
) {
  const due = upcoming.flatMap((charge) => byId.get(charge.subscription_id)?.client_id ?? []);
  const found = await clients.getMany([...due, ...[...debts, ...notes].map(({ client_id }) => client_id)]);
  const nameOf = (id: string) => found.get(id)?.name ?? "Unknown Client";

  const renewalOf = ({ subscription_id, period, cents, paid_cents }: Charge): UpcomingRenewal[] => {
    const row = byId.get(subscription_id);
    if (!row) return [];
    const { id, client_id, frequency, currency, service, sample } = row;
    const client = found.get(client_id);
    return [
      {
        id,
        client_id,
        client_name: nameOf(client_id),
        client_email: client?.email ?? "",
        client_phone: client?.phone ?? "",
        client_reference: client?.payment_reference,
        client_language: client?.language,
        ...(client?.company && { company: client.company }),
        frequency,
        amount: fromCents(cents),
        currency,
        ...subscriptions.paidOf({ paid_cents }),
        next_billing_date: period,
        ...(service && { service }),
        ...(sample && { sample }),
      },
    ];
  };

  const debtOf = ({ client_id, charges, sums }: Debt): OverdueDebt[] =>
    charges
      .slice(0, 1)
      .flatMap(renewalOf)
      .map((oldest) => ({
        client_id,
        client_name: oldest.client_name,
        company: oldest.company ?? "",
        amounts: fromSums(sums),
        periods: charges.length,
        since: oldest.next_billing_date,
        subscription_ids: subscriptionsIn(charges),
        oldest,
      }));

  return {
    upcomingRenewals: upcoming.flatMap(renewalOf),
    overdue: debts.flatMap(debtOf),
    ...(notes.length > 0 && {
      notes: notes.map((note) => ({ ...note, client_name: nameOf(note.client_id) })),
    }),
  };
}
