import type { Page } from "playwright-core";
import type { Product } from "../product/product.ts";

/** The parts of a client's page. */
export const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const owed = (page: Page) => region(page, "Due");
export const entries = (page: Page) => region(page, "Timeline").getByRole("listitem");

export const longName = "Kampuni ya Usafirishaji na Uhifadhi wa Mizigo ya Afrika Mashariki Limited";

/** Creates a client with two overdue subscriptions in both currencies, and a long name. */
export async function createDebtor(call: ReturnType<Product["callerFor"]>): Promise<string> {
  const body = { name: longName, email: "accounts@usafirishaji.example" };
  const { id } = (await call("POST /api/v1/clients", { body })).body.client;
  const terms = { client_id: id, start_date: "2026-01-04", frequency: "monthly" };
  const dollars = { service: "Payroll", next_billing_date: "2026-12-04", amount: 4_374_900 };
  await call("POST /api/v1/subscriptions", { body: { ...terms, ...dollars } });
  const shillings = { currency: "KES", next_billing_date: "2026-10-04", amount: 98_765_432.1 };
  await call("POST /api/v1/subscriptions", {
    body: { ...terms, ...shillings, service: "Mfumo wa mikopo, matawi 12" },
  });
  return id;
}
