import * as z from "zod/mini";
import { phoneKey } from "../billing/matching/phones.ts";
import { Amount } from "../money.ts";
import { Instant, line, Text } from "../text.ts";
import { MPESA_MAX_SHILLINGS } from "./mpesa-limit.ts";

// A prompt on a client's phone (M-Pesa Express, also called STK push): it asks for the PIN that pays.

/** How many prompts a client can get, and a phone. */
export const promptLimit = { what: "prompt", maxCalls: 5, seconds: 3_600 };
/** After this time a prompt has ended, and another can be sent. */
export const PROMPT_SECONDS = 180;

const notAPhone = "Please give a phone number with M-Pesa, such as 0712 345 678.";
const notAnAmount = `Please give whole shillings, from 1 to ${MPESA_MAX_SHILLINGS}.`;

/** `0712 345 678` → `254712345678`; undefined if it is no mobile phone in Kenya. */
export function mobileKey(typed: string): string | undefined {
  const key = phoneKey(typed);
  return key && /^254[17]\d{8}$/.test(key) ? key : undefined;
}

export const NewPrompt = z.strictObject({
  phone: z.pipe(
    line("phone number", 50, notAPhone).check(z.refine((typed) => mobileKey(typed) !== undefined, notAPhone)),
    z.transform((typed) => mobileKey(typed) ?? ""),
  ),
  amount: z.int(notAnAmount).check(z.minimum(1, notAnAmount), z.maximum(MPESA_MAX_SHILLINGS, notAnAmount)),
});
export type NewPrompt = z.output<typeof NewPrompt>;

/**
 * `asked`: M-Pesa is being asked. `sent`: the phone shows it. `accepted`: M-Pesa says that the PIN was right, but has not
 * named the payment yet. `paid`: the payment is booked. `unknown`: the prompt must have ended, and M-Pesa did not say how.
 */
export const PromptState = z.enum(["asked", "sent", "accepted", "paid", "refused", "timed-out", "unknown"]);
export type PromptState = z.output<typeof PromptState>;

export const PromptReason = z.enum(["cancelled", "money", "pin", "not-sent"]);
type PromptReason = z.output<typeof PromptReason>;

export const Prompt = z.object({
  state: PromptState,
  /** Why it was refused. */
  reason: z.optional(PromptReason),
  amount: Amount,
  at: Instant,
  /** M-Pesa's code of the payment. */
  code: z.optional(Text),
});
export type Prompt = z.output<typeof Prompt>;

export const isWaiting = ({ state }: Pick<Prompt, "state">): boolean =>
  state === "asked" || state === "sent" || state === "accepted";

const isOld = (at: string, now: string): boolean => Date.parse(now) - Date.parse(at) > PROMPT_SECONDS * 1_000;

/** Whether it can still be paid. Until then no second one is sent. */
export const isOpen = (prompt: Pick<Prompt, "state" | "at">, now: string): boolean =>
  isWaiting(prompt) && !isOld(prompt.at, now);

/** The state to show. A prompt without a final answer becomes `unknown` when it is old. */
export const stateAt = ({ state, at }: Pick<Prompt, "state" | "at">, now: string): PromptState =>
  (state === "asked" || state === "sent") && isOld(at, now) ? "unknown" : state;

const outcomes: Record<string, { state: PromptState; reason?: PromptReason }> = {
  "0": { state: "accepted" },
  "1": { state: "refused", reason: "money" },
  "1019": { state: "timed-out" },
  "1032": { state: "refused", reason: "cancelled" },
  "1037": { state: "timed-out" },
  "2001": { state: "refused", reason: "pin" },
};

/** Undefined for other result codes of M-Pesa Express, such as 4999 and 1001, which come while the phone still asks. */
export const outcomeOf = (code: string) => (Object.hasOwn(outcomes, code) ? outcomes[code] : undefined);
