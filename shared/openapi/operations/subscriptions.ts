import type { subscriptionRoutes } from "../../subscriptions/routes.ts";
import * as example from "../examples.ts";
import { LIST, type Operations, REPEATABLE } from "./operation.ts";

const { client, subscription, renewal, today } = example;

export const subscriptionOperations: Operations<typeof subscriptionRoutes> = {
  "GET /api/v1/subscriptions": {
    summary: "List subscriptions",
    description: `${LIST} What is owed of them is in \`GET /api/v1/owed\`, so \`paid\`, \`open\` and \`on_hold\` are absent here.`,
    response: { subscriptions: [subscription], today },
  },
  "POST /api/v1/subscriptions": {
    summary: "Add a subscription",
    description: `Without \`next_billing_date\`, it is computed from start date and frequency. ${REPEATABLE}`,
    body: { client_id: client.id, start_date: "2026-01-28", frequency: "monthly", amount: 149.99 },
    response: { subscription },
  },
  "PUT /api/v1/subscriptions/{id}": {
    summary: "Change a subscription",
    description:
      "Absent fields are not changed. With `version`, the save fails if somebody else saved in between. A new amount holds for periods that are not due yet, of which nothing is paid and the client was not reminded; one that is paid in part follows a lower amount, and the rest becomes credit. `open_charges` says what happens to unpaid ones that are due, and to what is paid ahead if the subscription ends or becomes free.",
    body: { client_id: client.id, start_date: "2026-01-28", frequency: "monthly", amount: 149.99 },
    response: { subscription: { ...subscription, version: 13 } },
  },
  "POST /api/v1/subscriptions/{id}/preview": {
    summary: "Show what a change of a subscription would do",
    description:
      "The charges that change, before and after, and those that stay, with the reason: the client was `told` of it, it is `due`, it is paid (`part`, `paid`), or somebody changed it by hand. Changes nothing.",
    body: { client_id: client.id, start_date: "2026-01-28", frequency: "monthly", amount: 179.99 },
    response: {
      next_billing_date: "2026-12-28",
      changes: [
        {
          before: { period: "2027-01-28", amount: 149.99, currency: "USD" },
          after: { period: "2027-01-28", amount: 179.99, currency: "USD" },
        },
      ],
      stays: [
        { period: "2026-12-28", amount: 149.99, currency: "USD", reason: "told", told_on: "2026-12-21" },
      ],
      paid_ahead: {},
    },
  },
  "GET /api/v1/subscriptions/{id}/renewals": {
    summary: "List the payments of a subscription",
    response: { renewals: [renewal] },
  },
  "POST /api/v1/subscriptions/{id}/renewals": {
    summary: "Record a payment",
    description:
      "Repeating a payment returns the first result: the same `id` with the same content. The default amount is what is due, the default `paid_on` is today. Another payment for a paid period returns 409, with a sentence that names the recorded payment. It pays the named period, which must be the oldest open one, then the next of the subscription, then the oldest open charges of the client. If the amount is less than what is due, the rest stays due, unless `in_full` waives it; what is more than everything open is refused with 409 and `rest`, unless `credit` is true.",
    body: { id: example.payment.id, period: "2026-12-28", method: "mpesa", reference: renewal.reference },
    response: { renewal, subscription: example.paidUp },
  },
  "PUT /api/v1/subscriptions/{id}/charges/{period}": {
    summary: "Change or waive a charge",
    description:
      "What is paid stays. `waived: true` forgives the rest, `waived: false` takes that back. The reason stands in the activity.",
    body: { waived: true, reason: "The system was down for a week." },
    response: { subscription: example.paidUp },
  },
  "DELETE /api/v1/subscriptions/{id}/renewals/{period}": {
    summary: "Undo a payment",
    response: { subscription },
  },
};
