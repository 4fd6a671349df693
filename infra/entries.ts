import { api, type Resource } from "../shared/api.ts";

const handlers = Object.fromEntries(
  Object.keys(api).map((resource) => [resource, `lambdas/${resource}/handler.ts`]),
) as Record<Resource, string>;

/** Every function of the stack and the file it starts in: one for each resource, and those no route leads to. */
export const entries = {
  ...handlers,
  "message-send": "lambdas/messages/send.ts",
  "message-retry": "lambdas/messages/retry.ts",
  sweep: "lambdas/reminders/sweep.ts",
  send: "lambdas/reminders/send.ts",
  delivery: "lambdas/reminders/delivery.ts",
  retain: "lambdas/retention/retain.ts",
  "staff-mail": "lambdas/staff/mail.ts",
};

export type FunctionName = keyof typeof entries;

/** Where bundles are laid, a folder for each function. */
export const bundles = "build/lambdas";
