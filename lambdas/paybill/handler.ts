import { accepted, announcedBy, validationAnswer } from "../../shared/paybill/lines.ts";
import { paybillRoutes } from "../../shared/paybill/routes.ts";
import type { Event } from "../platform/http/caller.ts";
import { NotFound } from "../platform/http/errors.ts";
import { serve } from "../platform/http/serve.ts";
import { logEvent, logFailure } from "../platform/log.ts";
import { announce } from "./announced.ts";
import { takeResult } from "./confirm.ts";
import { isOurAddress, shortCode } from "./connection.ts";
import { enqueue } from "./queue.ts";

async function checkAddress(secret: string): Promise<void> {
  if (!(await isOurAddress(secret))) throw new NotFound("There is nothing at this address.");
}

const respond = serve(paybillRoutes, {
  "POST /api/v1/paybill/{secret}/confirmation": async ({ params, body, now, today }) => {
    await checkAddress(params.secret);
    const { TransID: code, BusinessShortCode } = body;
    if (BusinessShortCode !== shortCode()) {
      logEvent("callback for another paybill number", { code });
      return accepted;
    }
    await announce(announcedBy(body, today), now);
    try {
      await enqueue({ work: "ask", code, at: now });
    } catch (error) {
      // The next pull finds it.
      logFailure("callback not queued", error, { code });
    }
    return accepted;
  },
  "POST /api/v1/paybill/{secret}/validation": async ({ body }) => validationAnswer(body.BillRefNumber),
  "POST /api/v1/paybill/{secret}/result": async ({ params, body, now }) => {
    await checkAddress(params.secret);
    await takeResult(body, now);
    return accepted;
  },
});

/** A validation never fails because of us: a client who wants to pay can pay. */
export async function handler(event: Event) {
  const response = await respond(event);
  const isFailedValidation = event.routeKey.endsWith("/validation") && response.statusCode !== 200;
  return isFailedValidation ? { ...response, statusCode: 200, body: JSON.stringify(accepted) } : response;
}
