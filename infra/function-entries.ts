import { api, type Resource } from "../shared/api.ts";

const handlers = Object.fromEntries(
  Object.keys(api).map((resource) => [resource, `lambdas/${resource}/handler.ts`]),
) as Record<Resource, string>;

/** Every function and its entry file: one for each API resource, and the background functions. */
export const entries = {
  ...handlers,
  "message-send": "lambdas/messages/send.ts",
  "message-retry": "lambdas/messages/retry.ts",
  sweep: "lambdas/reminders/sweep.ts",
  send: "lambdas/reminders/send.ts",
  delivery: "lambdas/reminders/delivery.ts",
  "billing-job": "lambdas/billing/job.ts",
  "paybill-job": "lambdas/paybill/job.ts",
  "paybill-pull": "lambdas/paybill/pull.ts",
  probe: "lambdas/probe/probe.ts",
  retain: "lambdas/retention/retain.ts",
  "staff-mail": "lambdas/staff/mail.ts",
};

export type FunctionName = keyof typeof entries;

/** A folder for each function. */
export const bundles = "build/lambdas";
