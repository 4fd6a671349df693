import * as z from "zod/mini";
import { Day } from "../day.ts";
import { ListPage, listPageFields } from "../list-page.ts";
import type { Routes } from "../route.ts";
import { Id, Unreadable } from "../text.ts";
import { PriceChange, PriceChanges, WithdrawnPrices } from "./price-change.ts";
import { NewSubscription, Subscription, SubscriptionChange, SubscriptionPreview } from "./subscription.ts";

const params = z.strictObject({ id: Id });

export const subscriptionRoutes = {
  "GET /api/v1/subscriptions": {
    summary: "List subscriptions",
    description:
      "What is owed of them is in `GET /api/v1/owed`, so `paid`, `open` and `on_hold` are absent here.",
    access: "staff",
    query: ListPage,
    response: z.object({
      subscriptions: z.array(Subscription),
      today: Day,
      unreadable: Unreadable,
      ...listPageFields,
    }),
  },
  "POST /api/v1/subscriptions": {
    summary: "Add a subscription",
    description: "Without `next_billing_date`, it is computed from start date and frequency.",
    access: "staff",
    body: NewSubscription,
    response: z.object({ subscription: Subscription }),
    status: 201,
  },
  "PUT /api/v1/subscriptions/{id}": {
    summary: "Change a subscription",
    description:
      "Absent fields are not changed. With `version`, the save fails if somebody else saved in between. A new amount holds for charges that are not due yet, of which nothing is paid and the client was not reminded; one that is paid in part follows a lower amount, and the rest becomes credit. `open_charges` says what happens to unpaid ones that are due, and to what is paid ahead if the subscription ends or becomes free.",
    access: "staff",
    params,
    body: SubscriptionChange,
    response: z.object({ subscription: Subscription }),
  },
  "POST /api/v1/subscriptions/{id}/preview": {
    summary: "Show what a change of a subscription would do",
    description:
      "The charges that change, before and after, and those that stay, with the reason: the client was `told` of it, it is `due`, it is paid (`part`, `paid`), or somebody changed it by hand. Changes nothing.",
    access: "staff",
    params,
    body: SubscriptionChange,
    response: SubscriptionPreview,
  },
  "POST /api/v1/subscriptions/prices": {
    summary: "Change prices from a day on",
    description:
      "By `percent`, or to an `amount`, in each subscription's own currency, rounded to `round`, half up. `why` says why a subscription is not changed; the others are. With `notify`, each client gets one email some minutes later, and `from` is at least 30 days ahead. Requests with the same `id` are one change, for as many subscriptions as you like; a repeat completes what is missing, and other content is refused. With `preview`, nothing is changed.",
    access: "staff",
    body: PriceChange,
    response: PriceChanges,
  },
  "DELETE /api/v1/subscriptions/prices/{id}": {
    summary: "Take back a change of prices",
    description:
      "Until its day has come: withdraws each price of the change that still waits. `why` says why a price is not withdrawn. Repeat it while `left` is more than 0. Clients who were told get an email.",
    access: "staff",
    params,
    response: WithdrawnPrices,
  },
} as const satisfies Routes;
