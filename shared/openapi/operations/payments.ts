import type { paymentRoutes } from "../../payments/payment.ts";
import * as example from "../examples.ts";
import { type Operations, PAGED } from "./operation.ts";

const { client, subscription, renewal, today } = example;

const line = {
  code: "SKJ9P2M4TR",
  paid_on: today,
  amount: 149.99,
  currency: "KES",
  method: "mpesa",
  payer: "K CHEBET",
  phone: "254799000101",
  account: "4821073",
} as const;

const layout = {
  id: "5f0c1a52-0f3e-8c11-9c3a-2f6b1d0e7a44",
  layout: { columns: { code: 0, day: 1, paidIn: 3 }, order: "dmy", currency: "KES" },
} as const;

export const paymentOperations: Operations<typeof paymentRoutes> = {
  "GET /api/v1/payments": {
    summary: "List payments by day",
    description: `The default is this month; at most 366 days. With \`state\` \`unmatched\` or \`ignored\`, all payments that nobody has, oldest first. With \`since\`: only what changed between these days, the ids of all payments that \`changed\`, and the \`mark\` for the next time. ${PAGED}`,
    response: {
      payments: [{ ...renewal, client_id: client.id }],
      from: "2026-12-01",
      to: today,
      today,
    },
  },
  "PUT /api/v1/payments/{id}": {
    summary: "Correct a payment",
    description:
      "Absent fields are not changed. A smaller amount opens the newest charges again; a larger one pays the oldest open charges. With `to` or another currency, everything is allocated again. `client_id` of another client assigns it, with `to` and nothing else; `state` `ignored` with a `reason` ignores it, and `unmatched` takes either back. Take an ignore back before you assign.",
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
  "POST /api/v1/payments/match": {
    summary: "Match statement lines with clients",
    description:
      "Says for each line whose it is, and why. It changes nothing. `sure` means that nothing contradicts; `to` is what the payment would pay. A negative amount went out again.",
    body: { lines: [line] },
    response: {
      matches: [
        {
          code: line.code,
          verdict: "sure",
          client_id: client.id,
          client_name: client.name,
          to: [{ subscription_id: subscription.id, period: renewal.period, amount: line.amount }],
          why: "Reference 482 107 3 of Umoja SACCO. It pays Loan system support, due Dec 28, 2026.",
          candidates: [
            { client_id: client.id, client_name: client.name, why: "Umoja SACCO: reference 482 107 3." },
          ],
        },
      ],
    },
  },
  "POST /api/v1/payments": {
    summary: "Record or keep statement lines",
    description:
      "Each line is recorded once, also if several people send it or send it again. A line with `client_id` becomes that client's payment; what pays no charge is credit. One without is kept until somebody assigns it. A reversal undoes the payment that it names. An ignored line stays ignored. `queued` lines are recorded by a job in a moment.",
    body: { lines: [{ ...line, client_id: client.id }] },
    response: { lines: [{ code: line.code, state: "recorded", payment_id: example.payment.id }] },
  },
  "GET /api/v1/payments/layouts": {
    summary: "List how statements are read",
    description: "The columns that somebody chose for files of other layouts, for everybody.",
    response: { layouts: [layout] },
  },
  "PUT /api/v1/payments/layouts": {
    summary: "Remember how a statement is read",
    body: layout,
    response: { layouts: [layout] },
  },
};
