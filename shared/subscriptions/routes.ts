import * as z from "zod/mini";
import { Day } from "../day.ts";
import { ListPage, listPageFields } from "../list-page.ts";
import type { Routes } from "../route.ts";
import { Id, OptionalId, Unreadable } from "../text.ts";
import {
  ChargeChange,
  NewRenewal,
  NewSubscription,
  Renewal,
  Subscription,
  SubscriptionChange,
  SubscriptionPreview,
} from "./subscription.ts";

const params = z.strictObject({ id: Id });

export const subscriptionRoutes = {
  /** Without what is owed of them: that is in `GET /api/v1/owed`. */
  "GET /api/v1/subscriptions": {
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
    access: "staff",
    body: NewSubscription,
    response: z.object({ subscription: Subscription }),
    status: 201,
  },
  "PUT /api/v1/subscriptions/{id}": {
    access: "staff",
    params,
    body: SubscriptionChange,
    response: z.object({ subscription: Subscription }),
  },
  /** What a change would do. Changes nothing. */
  "POST /api/v1/subscriptions/{id}/preview": {
    access: "staff",
    params,
    body: SubscriptionChange,
    response: SubscriptionPreview,
  },
  "GET /api/v1/subscriptions/{id}/renewals": {
    access: "staff",
    params,
    response: z.object({ renewals: z.array(Renewal), unreadable: Unreadable }),
  },
  "POST /api/v1/subscriptions/{id}/renewals": {
    access: "staff",
    params,
    body: NewRenewal,
    /** If the payment is for several periods, `renewals` lists them all. */
    response: z.object({
      renewal: Renewal,
      renewals: z.optional(z.array(Renewal)),
      subscription: Subscription,
    }),
    status: 201,
  },
  /** Changes what is owed for a period, or waives the rest of it (`waived: false` takes that back). */
  "PUT /api/v1/subscriptions/{id}/charges/{period}": {
    access: "staff",
    params: z.strictObject({ id: Id, period: Day }),
    body: ChargeChange,
    response: z.object({ subscription: Subscription }),
  },
  /** Undoes a payment, for all its periods. */
  "DELETE /api/v1/subscriptions/{id}/renewals/{period}": {
    access: "staff",
    params: z.strictObject({ id: Id, period: Day }),
    /** The payment, if the period has several. */
    query: z.strictObject({ id: OptionalId }),
    /** `note` says so if the billing date could not move back. */
    response: z.object({ subscription: Subscription, note: z.optional(z.string()) }),
  },
} as const satisfies Routes;
