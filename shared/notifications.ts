import * as z from "zod";
import { Day } from "./day.ts";
import type { Routes } from "./route.ts";
import { Id, Instant } from "./text.ts";

/** `upcoming` goes out from 7 days before a period is due, `overdue` from the day after. */
export const ReminderKind = z.enum(["upcoming", "overdue"]);
export type ReminderKind = z.output<typeof ReminderKind>;

export const ReminderState = z.enum([
  "claimed",
  "sent",
  "delivered",
  "bounced",
  "complained",
  "failed",
  "skipped",
]);

/** One line of the ledger: what became of one reminder. At most one for each subscription, period and kind. */
export const Reminder = z.object({
  subscription_id: Id,
  period: Day,
  kind: ReminderKind,
  state: ReminderState,
  /** Why it failed or was skipped. */
  reason: z.string().optional(),
  /** Until when the one who claimed it may be sending it. */
  lease_until: Instant.optional(),
  /** The mail service's id of the letter. */
  message_id: z.string().optional(),
  /** The day and instant of the last change, for the send log. */
  day: Day,
  at: Instant,
});
export type Reminder = z.output<typeof Reminder>;

/** What one run of the reminders did. */
export const ReminderCounts = z.object({
  sent: z.int().min(0),
  skipped: z.int().min(0),
  failed: z.int().min(0),
});
export type ReminderCounts = z.output<typeof ReminderCounts>;

export const notificationRoutes = {
  "POST /api/v1/send-notifications": { access: "staff", answer: ReminderCounts },
} as const satisfies Routes;
