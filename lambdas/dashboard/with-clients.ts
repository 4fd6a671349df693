import { type Debt, subscriptionsIn } from "../../shared/billing/largest-debts.ts";
import type { DueNote } from "../../shared/clients/timeline.ts";
import type { OverdueDebt, UpcomingRenewal } from "../../shared/dashboard/dashboard.ts";
import { fromCents, fromSums } from "../../shared/money.ts";
import { type AccountRow, type ChargeRow, chargeRow, isOfSample } from "../ledger/rows.ts";
import * as clients from "../stores/client-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";

type Lists = {
  upcoming: ChargeRow[];
  debts: Debt[];
  notes: Omit<DueNote, "client_name" | "company">[];
  promises: AccountRow[];
};

/** Adds the clients to what the dashboard lists. Reads only the listed clients. `rows`: the subscriptions of the debts. */
export async function withClients(
  { upcoming, debts, notes, promises }: Lists,
  rows: ReadonlyMap<string, subscriptions.Row>,
) {
  const listed = [...upcoming, ...debts].map(({ client_id }) => client_id);
  const clientsById = await clients.getMany(
    [...listed, ...[...notes, ...promises].map(({ client_id }) => client_id)],
    {
      consistent: false,
    },
  );
  const clientOf = (id: string) => {
    const { name = "Unknown Client", company } = clientsById.get(id) ?? {};
    return { client_name: name, ...(company && { company }) };
  };

  const renewalOf = (charge: ChargeRow): UpcomingRenewal => {
    const { client_id, frequency = "", currency, service, cents, waived_cents = 0, paid_cents } = charge;
    const client = clientsById.get(client_id);
    return {
      id: charge.subscription_id ?? charge.id,
      subscription_id: charge.subscription_id,
      client_id,
      ...clientOf(client_id),
      client_email: client?.email ?? "",
      client_phone: client?.phone ?? "",
      client_reference: client?.payment_reference,
      client_language: client?.language,
      frequency,
      amount: fromCents(cents - waived_cents),
      currency,
      ...subscriptions.paidOf({ paid_cents }),
      next_billing_date: charge.due,
      ...(service && { service }),
      ...(isOfSample(charge) && { sample: true as const }),
    };
  };

  const debtOf = ({ client_id, charges, sums }: Debt): OverdueDebt[] =>
    charges.slice(0, 1).map((charge) => {
      const subscription = rows.get(charge.subscription_id ?? "");
      const oldest = renewalOf(
        chargeRow(client_id, { ...charge, frequency: subscription?.frequency }, clientsById.get(client_id)),
      );
      return {
        client_id,
        client_name: oldest.client_name,
        company: oldest.company ?? "",
        amounts: fromSums(sums),
        periods: charges.length,
        since: oldest.next_billing_date,
        subscription_ids: subscriptionsIn(charges),
        oldest,
      };
    });

  return {
    upcomingRenewals: upcoming.map(renewalOf),
    overdue: debts.flatMap(debtOf),
    ...(promises.length > 0 && {
      promises: promises.map(({ client_id, promised_until = "" }) => ({
        client_id,
        ...clientOf(client_id),
        day: promised_until,
      })),
    }),
    ...(notes.length > 0 && {
      notes: notes.map((note) => ({ ...note, ...clientOf(note.client_id) })),
    }),
  };
}
