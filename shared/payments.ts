import * as z from "zod/mini";
import { Day } from "./day.ts";
import type { Routes } from "./route.ts";
import { DayCursor, SpanAsked } from "./span.ts";
import { Renewal } from "./subscriptions.ts";
import { Id, Text, Unreadable } from "./text.ts";

/** A renewal as it is seen among all that came in: with whom it is from, and for what. */
export const Payment = z.extend(Renewal, {
  /** Absent where the subscription is gone. */
  client_id: z.optional(Id),
  client_name: z.string(),
  service: z.optional(Text),
  sample: z.optional(z.literal(true)),
});
export type Payment = z.output<typeof Payment>;

export const paymentRoutes = {
  /** What came in between two days, the newest day first. */
  "GET /api/v1/payments": {
    access: "staff",
    query: SpanAsked,
    answer: z.object({
      payments: z.array(Payment),
      from: Day,
      to: Day,
      today: Day,
      unreadable: Unreadable,
      cursor: z.optional(DayCursor),
    }),
  },
} as const satisfies Routes;
