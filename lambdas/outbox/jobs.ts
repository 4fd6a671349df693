import * as z from "zod/mini";
import { Id, Instant, Text } from "../../shared/text.ts";

/** Work that goes on after a request. Each can be repeated and interrupted. */
export const BillingJob = z.discriminatedUnion("work", [
  /** Brings an account up to date in several transactions. */
  z.object({ work: z.literal("account"), client_id: Id, at: Instant }),
  /** Records unmatched payments for the clients that somebody chose. */
  z.object({
    work: z.literal("payments"),
    ids: z.array(Id),
    by: z.object({ id: z.string(), name: Text, email: Text }),
    screen: z.optional(z.string()),
    at: Instant,
  }),
  /** Imports the rows of a file, or undoes that. */
  z.object({ work: z.literal("import"), id: Id, at: Instant }),
]);
export type BillingJob = z.output<typeof BillingJob>;

/** Asks M-Pesa what became of a prompt on a phone. */
const PromptJob = z.object({
  work: z.literal("prompt"),
  reference: z.string(),
  checkout: z.string(),
  /** How often it was asked without a callback. */
  tries: z.optional(z.int()),
  at: Instant,
});
export type PromptJob = z.output<typeof PromptJob>;

/** What follows a callback of M-Pesa. Each can be repeated. */
export const PaybillJob = z.discriminatedUnion("work", [
  /** Asks M-Pesa whether an announced payment is true. */
  z.object({ work: z.literal("ask"), code: z.string(), at: Instant }),
  /** Books what M-Pesa has confirmed. */
  z.object({ work: z.literal("book"), code: z.string(), at: Instant }),
  PromptJob,
]);
export type PaybillJob = z.output<typeof PaybillJob>;
