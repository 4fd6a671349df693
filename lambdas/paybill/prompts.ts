import { toCents } from "../../shared/money.ts";
import { isOpen, type NewPrompt, type Prompt, promptLimit } from "../../shared/paybill/prompt.ts";
import { promptProblems } from "../../shared/paybill/prompt-texts.ts";
import {
  changePrompt,
  openPrompt,
  type PromptRow,
  promptOnWire,
  readPrompt,
} from "../ledger/prompt-store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { withinLimit } from "../platform/http/rate-limit.ts";
import { Conflict, TooManyRequests } from "../platform/http/refusals.ts";
import { hashed } from "../platform/http/visitor.ts";
import { logFailure } from "../platform/log.ts";
import * as activity from "../stores/activity-store.ts";
import type * as clients from "../stores/client-store.ts";
import { isPossiblySent, sendPrompt } from "./express.ts";
import { nextCheck } from "./next-check.ts";
import { readConnection } from "./read-connection.ts";

type Asked = Pick<PromptRow, "client" | "cents" | "phone">;

/** Asks for a payment on a phone. The same again, while it is open, is the same prompt. `by`: absent for the client. */
export async function askOnPhone(
  { id: client, payment_reference: reference, sample, erased_at }: clients.Row,
  { phone, amount }: NewPrompt,
  now: string,
  by?: ChangeContext,
): Promise<Prompt> {
  const connection = await readConnection();
  if (!connection || !reference || sample || erased_at) throw new Conflict(promptProblems.unavailable.en);
  const promptRequest = { client, phone, cents: toCents(amount) };
  const before = await openOne(reference, promptRequest, now);
  if (before) return promptOnWire(before, now);
  await count(client, phone, now);
  const after = { amount, currency: "KES" };
  const row = await openPrompt(reference, promptRequest, now, [
    ...(by ? [activity.eventRecord("payment-requested", { subject: client }, by, { after })] : []),
  ]);
  if (!row) {
    const openPrompt = await openOne(reference, promptRequest, now);
    if (openPrompt) return promptOnWire(openPrompt, now);
    throw new Conflict(promptProblems.busy.en);
  }
  let checkout: string;
  try {
    checkout = await sendPrompt(connection, row);
  } catch (error) {
    logFailure("prompt not sent", error);
    // No second one may go out while the phone can show this one. If the client pays, the payment comes in like others.
    if (isPossiblySent(error)) return promptOnWire(row, now);
    const set = { state: "refused", reason: "not-sent" } as const;
    await changePrompt(row, set);
    return promptOnWire({ ...row, ...set }, now);
  }
  await changePrompt(row, { state: "sent", checkout }, nextCheck({ reference, checkout, tries: 0, at: now }));
  return promptOnWire((await readPrompt(reference)) ?? row, now);
}

/** The client's open prompt. @throws Conflict if it is for another phone or amount */
async function openOne(
  reference: string,
  { phone, cents }: Asked,
  now: string,
): Promise<PromptRow | undefined> {
  const row = await readPrompt(reference);
  if (!row || !isOpen(row, now)) return undefined;
  if (row.phone !== phone || row.cents !== cents) throw new Conflict(promptProblems.busy.en);
  return row;
}

/** A phone number is counted under an HMAC: counters have no personal data. */
async function count(client: string, phone: string, now: string): Promise<void> {
  for (const key of [client, await hashed(phone)]) {
    const { within, retryAfter } = await withinLimit(promptLimit, key, now);
    if (!within) throw new TooManyRequests(promptProblems.tooMany.en, retryAfter);
  }
}
