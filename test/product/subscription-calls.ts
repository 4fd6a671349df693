import { beforeAll } from "vitest";
import { payPeriods, undoPeriod } from "./pay-periods.ts";
import { aClient, staffedProduct } from "./staffed.ts";

type Terms = { start_date: string; frequency: "monthly"; amount: number; next_billing_date?: string };
const usual = {
  start_date: "2026-01-20",
  frequency: "monthly",
  amount: 100,
  next_billing_date: "2026-12-20",
} as const;

/** The product with a client, and calls that create, change and pay their subscriptions. */
export function subscriptionCalls(terms: Terms = usual) {
  const on = staffedProduct();
  const client = { id: "" };
  beforeAll(async () => {
    client.id = await newClient();
  });

  const newClient = async () => (await on.asStaff("POST /api/v1/clients", { body: aClient })).body.client.id;
  const { next_billing_date: due = "", ...wanted } = terms;
  const create = (more: object = {}) =>
    on.asStaff("POST /api/v1/subscriptions", {
      body: { ...terms, client_id: client.id, ...more },
    });
  const change = (id: string, more: object) =>
    on.asStaff("PUT /api/v1/subscriptions/{id}", {
      params: { id },
      body: { ...wanted, client_id: client.id, ...more },
    });
  const pay = (id: string, more: object) => payPeriods(on.asStaff, id, { period: due, ...more });
  const undo = (id: string, period: string, payment?: string) => undoPeriod(on.asStaff, id, period, payment);
  const dashboard = async () => (await on.asStaff("GET /api/v1/dashboard/stats")).body;

  return { on, client, wanted, newClient, create, change, pay, undo, dashboard };
}
