import type { clientRoutes } from "../../clients/client.ts";
import * as example from "../examples.ts";
import { LIST, type Operations, PAGED, REPEATABLE } from "./operation.ts";

const { client, subscription, today, now } = example;

const charge = {
  service: subscription.service,
  currency: "USD",
  amount: subscription.amount,
  state: "open",
} as const;

const previewed = { service: subscription.service, frequency: subscription.frequency };
const step = (day: string) => {
  const { id: charge_id, ...period } = example.period(day);
  return { charge_id, ...period };
};

export const clientOperations: Operations<typeof clientRoutes> = {
  "GET /api/v1/clients": {
    summary: "List clients",
    description: LIST,
    response: { clients: [client] },
  },
  "POST /api/v1/clients": {
    summary: "Add a client",
    description: REPEATABLE,
    body: { name: client.name, email: client.email },
    response: { client },
  },
  "PUT /api/v1/clients/{id}": {
    summary: "Change a client",
    description:
      "Absent fields are not changed. With `version`, the save fails if somebody else saved in between.",
    body: { name: client.name, email: client.email, version: 1 },
    response: { client: { ...client, version: 2 } },
  },
  "GET /api/v1/clients/{id}": {
    summary: "Read a client with subscriptions and figures",
    description: "With `with=payments`, also all recorded payments, for a statement of account.",
    response: {
      client,
      subscriptions: [subscription],
      figures: {
        yearlyAmount: 1799.88,
        nextDue: "2026-12-28",
        nextAmount: 149.99,
        overdueSubscriptions: 0,
        overdueAmount: 0,
        payments: 11,
        paidAmount: 1649.89,
      },
      today,
    },
  },
  "GET /api/v1/owed": {
    summary: "List what clients owe",
    description:
      "The accounts with something that is overdue, due within seven days or on hold, or that differs from what their subscriptions say. `open` has all open charges, earliest due first, `owed` what was due before today. With `since`, every account that changed; `open` is empty if nothing is owed any more. Join it with the lists of clients and subscriptions by id: a subscription of an account that is not listed owes its next charge, in full.",
    response: {
      accounts: [
        {
          client_id: client.id,
          version: 3,
          open: [
            {
              charge: example.period("2026-11-28").id,
              subscription: subscription.id,
              due: "2026-11-28",
              left: 100,
              paid: 49.99,
              currency: "USD",
              service: subscription.service,
            },
          ],
          credit: [],
          owed: [{ currency: "USD", amount: 100 }],
          oldest_due: "2026-11-28",
        },
      ],
      today,
    },
  },
  "GET /api/v1/clients/{id}/account": {
    summary: "Read what a client owes and has paid",
    description:
      "All charges, earliest due first. `owed` adds up the open ones by currency; `ages` divides the overdue amount by its age: 1–30, 31–60, 61–90 and over 90 days. `on_hold` is in no other sum: the subscription or the client is not active. It can be paid.",
    response: {
      charges: [
        { ...charge, ...example.period("2026-11-28"), paid: 49.99 },
        { ...charge, ...example.period("2026-12-28"), paid: 0 },
      ],
      payments: [example.payment],
      credits: [],
      credit: [],
      owed: [{ currency: "USD", overdue: 100, due_soon: 149.99, on_hold: 0, ages: [100, 0, 0, 0] }],
      today,
    },
  },
  "GET /api/v1/clients/{id}/statement": {
    summary: "Read a client's statement of account",
    description:
      "What was written between two days, both included: charges on their due days, payments, refunds and what became of charges on their own. By default from the first record up to today. `amount` is what the balance moves by: a payment is negative. A past day changes only by what carries that day.",
    response: {
      from: "2026-12-01",
      to: today,
      opening: [{ currency: "USD", amount: 149.99 }],
      entries: [
        {
          day: today,
          kind: "payment",
          text: "Payment received: M-Pesa SKJ4H7L2QX",
          currency: "USD",
          amount: -149.99,
          items: [{ service: subscription.service, frequency: subscription.frequency }],
          method: "mpesa",
          reference: "SKJ4H7L2QX",
        },
      ],
      closing: [{ currency: "USD", amount: 0 }],
      on_hold: [{ currency: "USD", amount: 0 }],
      ages: [{ currency: "USD", amounts: [0, 0, 0, 0, 0] }],
      coming: [],
      today,
    },
  },
  "POST /api/v1/clients/{id}/payments/preview": {
    summary: "Show what a payment of a client would do",
    description:
      "It pays the charges of `to`, then those of the subscription `first`, then the oldest, those on hold last. Without an amount, it pays what is due; if nothing is due but what is on hold, that. `rest` pays no charge: it becomes credit or, with `ahead`, pays the next periods. Changes nothing.",
    body: { amount: 249.99 },
    response: {
      client_name: client.name,
      amount: 249.99,
      currency: "USD",
      currencies: ["USD"],
      charges: [
        { ...previewed, ...example.period("2026-11-28"), left: 100, pays: 100 },
        { ...previewed, ...example.period("2026-12-28"), left: 149.99, pays: 149.99 },
      ],
      steps: [
        { ...step("2026-11-28"), left: 100, amount: 100 },
        { ...step("2026-12-28"), left: 149.99, amount: 249.99 },
      ],
      rest: 0,
      owed: [],
      receipts: true,
      today,
    },
  },
  "POST /api/v1/clients/{id}/payments": {
    summary: "Record a payment of a client",
    description:
      "It pays the charges of `to`, then the oldest open charges in its currency. More than all that is open is refused with 409 and `rest`, unless `credit` is true. Repeating a call returns the first result: the same `id` with the same content. `in_full` waives the rest of the charges in `to`.",
    body: { id: example.payment.id, amount: 249.99, method: "mpesa", reference: example.renewal.reference },
    response: { payment: example.payment, owed: [] },
  },
  "POST /api/v1/clients/{id}/refunds": {
    summary: "Record that credit was paid back to a client",
    description:
      "More than the credit is refused. Repeating a call returns the first result, as for payments. `DELETE /payments/{id}` undoes a refund.",
    body: {
      id: example.payment.id,
      amount: 40,
      currency: "USD",
      method: "bank",
      reference: "EFT 2041",
    },
    response: {
      refund: {
        id: example.payment.id,
        paid_on: today,
        amount: -40,
        currency: "USD",
        method: "bank",
        reference: "EFT 2041",
        refund: true,
        recorded_at: now,
      },
      credit: [],
      owed: [],
    },
  },
  "POST /api/v1/clients/{id}/promises": {
    summary: "Record the day until which a client promised to pay",
    description:
      "At most 60 days ahead, and only if something is due. Until then the client gets no reminder by itself. The promise ends when everything that is due is paid.",
    body: { day: "2027-01-05" },
    response: { promised_until: "2027-01-05" },
  },
  "DELETE /api/v1/clients/{id}/promises/{day}": {
    summary: "Remove a promise",
    description: "Repeating the call changes nothing.",
    response: {},
  },
  "GET /api/v1/clients/{id}/link": {
    summary: "Read the address of a client's own page",
    description: "Anyone who has the address can read the account. An erased client has none.",
    response: { url: "https://www.example.com/account/secret" },
    errors: [409],
  },
  "POST /api/v1/clients/{id}/link": {
    summary: "Renew the address of a client's own page",
    description: "The old address stops working at once. Repeating the call renews it again.",
    response: { url: "https://www.example.com/account/secret" },
  },
  "GET /api/v1/clients/{id}/timeline": {
    summary: "List the history of a client",
    description: `Payments, emails, changes, messages and notes, newest first. ${PAGED}`,
    response: { entries: [{ ...example.note, kind: "note" }] },
  },
  "GET /api/v1/clients/{id}/everything": {
    summary: "Export all stored data of a client",
    description: `Client, subscriptions, payments, emails, messages, activity, notes, and statement lines that name them. The export is recorded in the activity. ${PAGED}`,
    response: { client, subscriptions: [subscription], statement_lines: [] },
  },
  "POST /api/v1/clients/{id}/notes": {
    summary: "Write a note",
    description: `The dashboard shows the note from \`due_on\`. ${REPEATABLE}`,
    body: { text: example.note.text, due_on: "2026-12-25" },
    response: { note: example.note },
  },
  "POST /api/v1/clients/{id}/notes/{note}/done": {
    summary: "Mark a note as done",
    response: { note: { ...example.note, done: { at: now, name: example.person.name } } },
  },
  "POST /api/v1/clients/{id}/erasure": {
    summary: "Erase the personal data of a client",
    description: "Amounts and dates stay. Repeating the call changes nothing.",
    body: { version: 1 },
    response: {
      client: {
        ...client,
        name: "Erased client",
        email: "",
        phone: "",
        company: "",
        address: "",
        status: "inactive",
        erased_at: now,
        version: 2,
      },
    },
  },
};
