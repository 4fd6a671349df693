import { setTimeout as wait } from "node:timers/promises";
import { isPublishedAddress } from "../../shared/paybill/connection.ts";
import { accepted, announcedBy, validationAnswer } from "../../shared/paybill/lines.ts";
import { mobileKey } from "../../shared/paybill/prompt.ts";
import { paybillRoutes } from "../../shared/paybill/routes.ts";
import type { InputOf } from "../../shared/route.ts";
import { announce } from "../ledger/announced-store.ts";
import { changeContext } from "../platform/change-context.ts";
import type { Caller, Event } from "../platform/http/caller.ts";
import { NotFound, notFound, Refusal } from "../platform/http/refusals.ts";
import { serve } from "../platform/http/serve.ts";
import { logEvent, logFailure } from "../platform/log.ts";
import type { Moment } from "../platform/moment.ts";
import { send } from "../platform/queues.ts";
import { clientAt } from "../stores/client-link-store.ts";
import * as clients from "../stores/client-store.ts";
import type { PaybillJob } from "../stores/outbox-store.ts";
import { takeResult } from "./confirm.ts";
import { payNowOf } from "./pay-now-state.ts";
import { asJson, asPage, isForm } from "./prompt-form.ts";
import { askOnPhone } from "./prompts.ts";
import { isOurAddress, shortCode } from "./read-connection.ts";

/** Safaricom waits a second and sends nothing again. What is not stored by then, the next pull finds. */
const ANSWER_WITHIN_MS = 800;

async function answerInTime(work: Promise<void>, code: string) {
  const timeUp = wait(ANSWER_WITHIN_MS, undefined, { ref: false });
  try {
    await Promise.race([
      work,
      timeUp.then(() => logEvent("callback answered before it was stored", { code })),
    ]);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    logFailure("callback not stored", error, { code });
  }
  return accepted;
}

async function checkAddress(secret: string): Promise<void> {
  if (!(await isOurAddress(secret))) throw new NotFound("There is nothing at this address.");
}

type Confirmed = InputOf<(typeof paybillRoutes)["POST /api/v1/paybill/{secret}/confirmation"]> &
  Moment &
  Caller;

async function takeConfirmation({ params, body, now, today, address = "" }: Confirmed): Promise<void> {
  await checkAddress(params.secret);
  const { TransID: code, BusinessShortCode } = body;
  if (BusinessShortCode !== shortCode()) return logEvent("callback for another paybill number", { code });
  await announce(
    announcedBy(body, today),
    { now, isKnownSource: isPublishedAddress(address) },
    { queue: "paybill", job: { work: "ask", code, at: now } },
  );
}

const respond = serve(paybillRoutes, {
  "POST /api/v1/paybill/{secret}/confirmation": (request) =>
    answerInTime(takeConfirmation(request), request.body.TransID),
  "POST /api/v1/paybill/{secret}/validation": async ({ body }) => validationAnswer(body.BillRefNumber),
  "POST /api/v1/paybill/{secret}/result": async ({ params, body, now }) => {
    await checkAddress(params.secret);
    await takeResult(body, now);
    return accepted;
  },
  "POST /api/v1/paybill/{secret}/stk/{reference}": async ({ params, body, now: at }) => {
    await checkAddress(params.secret);
    const { CheckoutRequestID: checkout } = body.Body.stkCallback;
    await send("paybill", [
      { work: "prompt", reference: params.reference, checkout, at } satisfies PaybillJob,
    ]);
    return accepted;
  },
  "POST /account/{secret}": async ({ params, body, now }) => {
    const client = await clientAt(params.secret);
    if (!client) throw new NotFound("There is no account at this address.");
    return { prompt: await askOnPhone(client, body, now) };
  },
  "GET /api/v1/clients/{id}/prompt": async ({ params, now }) => {
    const client = await requireClient(params.id);
    const payNow = await payNowOf(client, now);
    const phone = mobileKey(client.phone) && client.phone;
    return { connected: payNow !== undefined, phone, ...payNow };
  },
  "POST /api/v1/clients/{id}/prompt": async ({ params, body, ...request }) => {
    const client = await requireClient(params.id);
    return { prompt: await askOnPhone(client, body, request.now, await changeContext(request)) };
  },
});

async function requireClient(id: string): Promise<clients.Row> {
  const client = await clients.get(id);
  if (!client) throw notFound("client");
  return client;
}

/** A validation never fails because of us: a client who wants to pay can pay. */
export async function handler(event: Event) {
  if (isForm(event)) return asPage(event, await respond(asJson(event)));
  const response = await respond(event);
  const isFailedValidation = event.routeKey.endsWith("/validation") && response.statusCode !== 200;
  return isFailedValidation ? { ...response, statusCode: 200, body: JSON.stringify(accepted) } : response;
}
