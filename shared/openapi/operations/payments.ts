import type { paymentRoutes } from "../../payments/payment.ts";
import * as example from "../examples.ts";
import { type Operations, PAGED } from "./operation.ts";

const { client, subscription, renewal, today, now } = example;

export const paymentOperations: Operations<typeof paymentRoutes> = {
  "GET /api/v1/payments": {
    summary: "List payments by day",
    description: `The default is this month; at most 366 days. ${PAGED}`,
    response: {
      payments: [{ ...renewal, client_id: client.id, client_name: client.name }],
      from: "2026-12-01",
      to: today,
      today,
    },
  },
  "PUT /api/v1/payments/{id}": {
    summary: "Correct a payment",
    description:
      "Absent fields are not changed. A smaller amount opens the newest charges again; a larger one pays the oldest open charges. With `to` or another currency, everything is allocated again.",
    body: { amount: 249.99 },
    response: { payment: example.payment, owed: [] },
  },
  "DELETE /api/v1/payments/{id}": {
    summary: "Undo a payment",
    description: "Everything that it paid is open again.",
    response: {
      owed: [{ currency: "USD", overdue: 149.99, due_soon: 0, on_hold: 0, ages: [149.99, 0, 0, 0] }],
    },
  },
  "POST /api/v1/payments/lines/known": {
    summary: "Look up statement lines",
    body: { lines: [{ number: renewal.reference, method: "mpesa", paid_on: today, amount: 149.99 }] },
    response: {
      lines: [
        {
          key: renewal.reference,
          recorded: {
            subscription_id: subscription.id,
            client_name: client.name,
            paid_on: today,
            amount: 149.99,
          },
        },
      ],
    },
  },
  "GET /api/v1/payments/lines": {
    summary: "List unmatched statement lines",
    description: PAGED,
    response: {
      lines: [
        {
          number: "SKJ9P2M4TR",
          method: "mpesa",
          paid_on: today,
          amount: 200,
          payer: "K CHEBET",
          phone: "2547***101",
          account: "",
          details: "Pay Bill",
          kept: { at: now, name: example.person.name },
        },
      ],
      today,
    },
  },
  "POST /api/v1/payments/lines": {
    summary: "Save unmatched statement lines",
    body: { lines: [{ number: "SKJ9P2M4TR", method: "mpesa", paid_on: today, amount: 200 }] },
    response: { kept: 1 },
  },
  "POST /api/v1/payments/lines/ignore": {
    summary: "Ignore a statement line, with a reason",
    body: { number: "SKJ9P2M4TR", method: "mpesa", paid_on: today, amount: 200, reason: "A loan" },
    response: {
      line: { key: "SKJ9P2M4TR", ignored: { at: now, name: example.person.name, reason: "A loan" } },
    },
  },
};
