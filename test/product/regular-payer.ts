import { chargeRow } from "../../lambdas/ledger/rows.ts";
import { ofPeriod } from "../../shared/billing/account.ts";
import { addMonths } from "../../shared/day.ts";
import { type Product, today } from "./product.ts";
import { seedAccounts, seededClient, seedRows } from "./seed-rows.ts";

/** A client who paid 400 charges, each with a payment, and has 3 open ones: two that are overdue and the one to come. */
export async function regularPayer(product: Product): Promise<string> {
  const [client_id = ""] = await seedRows(product, "Clients", 1, seededClient);
  const [subscription] = await seedAccounts(product, [client_id], () => ({
    next_billing_date: addMonths(today, -1),
  }));
  const { id: subscription_id = "" } = subscription ?? {};
  const [currency, cents] = ["USD" as const, 149_99];
  const paid = Array.from({ length: 400 }, (_, index) =>
    ofPeriod(subscription_id, addMonths(today, -2 - index)),
  );
  const payments = await seedRows(product, "Payments", paid.length, (id, index) => {
    const { id: charge_id = "", due = today } = paid[index] ?? {};
    const reference = `Paid ${index}`;
    const recorded_at = `${due}T06:00:00.000Z`;
    const allocations = [{ charge_id, cents }];
    return {
      id,
      client_id,
      paid_on: due,
      cents,
      currency,
      reference,
      recorded_at,
      state: "recorded",
      source: "hand",
      allocations,
    };
  });
  await seedRows(product, "Charges", paid.length, (_, index) =>
    chargeRow(client_id, {
      ...(paid[index] as (typeof paid)[number]),
      currency,
      cents,
      paid_cents: cents,
      paid_by: [payments[index] as string],
    }),
  );
  return client_id;
}
