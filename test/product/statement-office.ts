import type { EnvironmentOptions } from "aws-local";
import { expect } from "vitest";
import type { NewLine } from "../../shared/payments/statement-line.ts";
import { staffedProduct } from "./staffed.ts";

/** The day on which the first charge of every client of a test is due. */
export const firstDue = "2026-10-20";

export const line = (code: string | undefined, more: Partial<NewLine> = {}): NewLine => ({
  code,
  method: "mpesa",
  paid_on: "2026-11-12",
  amount: 100,
  currency: "KES",
  ...more,
});

export const sum = (rows: readonly { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0);

/** A product for a test file that works with lines of statements. */
export function statementOffice(options: Partial<EnvironmentOptions> = {}) {
  const on = staffedProduct(options);
  let people = 0;
  /** A client who owes KES 100 for each month since October, for each of their subscriptions. */
  async function newClient({
    subscriptions = 1,
    ...details
  }: {
    subscriptions?: number;
    phone?: string;
  } = {}) {
    people += 1;
    const body = { name: `Acme ${people}`, email: `accounts${people}@acme.example`, ...details };
    const { client } = (await on.asStaff("POST /api/v1/clients", { body })).body;
    const ids: string[] = [];
    for (let index = 0; index < subscriptions; index += 1) {
      const price = { start_date: "2026-09-20", next_billing_date: firstDue, frequency: "monthly" };
      const terms = { client_id: client.id, ...price, amount: 100, currency: "KES" as const };
      ids.push((await on.asStaff("POST /api/v1/subscriptions", { body: terms })).body.subscription.id);
    }
    const params = { id: client.id };
    return {
      ...client,
      subscriptions: ids,
      account: async () => (await on.asStaff("GET /api/v1/clients/{id}/account", { params })).body,
      invoices: async () => (await on.asStaff("GET /api/v1/clients/{id}/invoices", { params })).body.invoices,
      pay: (payment: object) =>
        on.asStaff("POST /api/v1/clients/{id}/payments", {
          params,
          body: { id: crypto.randomUUID(), ...payment } as never,
        }),
    };
  }
  return {
    on,
    newClient,
    record: async (...lines: NewLine[]) => {
      const { status, body } = await on.asStaff("POST /api/v1/payments", { body: { lines } });
      expect([status, body.error]).toEqual([200, undefined]);
      return body.lines;
    },
    match: async (...lines: NewLine[]) => {
      const { status, body } = await on.asStaff("POST /api/v1/payments/match", { body: { lines } });
      expect([status, body.error]).toEqual([200, undefined]);
      return body.matches;
    },
    listed: async (state: "unmatched" | "ignored" | "announced") =>
      (await on.asStaff("GET /api/v1/payments", { query: { state } })).body.payments,
    change: (id: string | undefined, body: object) =>
      on.asStaff("PUT /api/v1/payments/{id}", { params: { id: id ?? "" }, body: body as never }),
    undo: (id: string | undefined) =>
      on.asStaff("DELETE /api/v1/payments/{id}", { params: { id: id ?? "" } }),
    withCode: async (code: string) =>
      (await on.asStaff("GET /api/v1/payments", { query: { code } })).body.payments,
  };
}
