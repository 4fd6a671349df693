import * as z from "zod/mini";
import { Day } from "./day.ts";
import type { Routes } from "./route.ts";
import { DayCursor, SpanAsked } from "./span.ts";
import {
  KnownLine,
  LineAsked,
  mostAsked,
  mostKept,
  SetAside,
  StatementLine,
  WaitingLine,
} from "./statement-lines.ts";
import { Renewal } from "./subscriptions.ts";
import { Count, Id, Text, Unreadable } from "./text.ts";

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
  /** What is known of some lines of a statement; of the others nothing is. */
  "POST /api/v1/payments/lines/known": {
    access: "staff",
    body: z.strictObject({ lines: z.array(LineAsked).check(z.maxLength(mostAsked)) }),
    answer: z.object({ lines: z.array(KnownLine) }),
  },
  /** The lines that wait for somebody to say whose they are, by the day they were paid on. */
  "GET /api/v1/payments/lines": {
    access: "staff",
    query: z.strictObject({ cursor: z.optional(DayCursor) }),
    answer: z.object({
      lines: z.array(WaitingLine),
      today: Day,
      unreadable: Unreadable,
      cursor: z.optional(DayCursor),
    }),
  },
  /** Keeps lines that nobody can be found for. What is known of already stays as it is. */
  "POST /api/v1/payments/lines": {
    access: "staff",
    body: z.strictObject({ lines: z.array(StatementLine).check(z.minLength(1), z.maxLength(mostKept)) }),
    answer: z.object({ kept: Count }),
  },
  /** Says that no payment is to be recorded of a line, and why. Asked again it changes nothing. */
  "POST /api/v1/payments/lines/aside": {
    access: "staff",
    body: SetAside,
    answer: z.object({ line: KnownLine }),
  },
} as const satisfies Routes;
