import { mailedOfOneAddress, messageRoutes } from "../../shared/messages.ts";
import { serve } from "../http.ts";
import { logFailure } from "../log.ts";
import { withinLimit } from "../rate-limit.ts";
import { personOf } from "../staff.ts";
import * as inbox from "./inbox.ts";
import { requestMailing } from "./queue.ts";
import * as store from "./store.ts";

export const handler = serve(messageRoutes, {
  "POST /api/send-email": async ({ body, caller, now, today }) => {
    const { within } = await withinLimit({ what: "messages", ...mailedOfOneAddress }, caller, now);
    const message = await store.keep(body, { now, today }, { flood: !within });
    if (message.state === "pending") await mailSoon(message.id);
    return { received: true as const };
  },
  "GET /api/v1/messages": async ({ query: { box, cursor }, now }) => ({
    ...(await inbox.list(box, cursor)),
    now,
  }),
  "PUT /api/v1/messages/{id}": async ({ params: { id }, body, caller, token, now }) => {
    const { called } = await personOf(token);
    const message = await inbox.move(id, body, { at: now, by: caller, name: called });
    // A rescued message is mailed like any other. Asked for once too often does no harm: it is claimed once.
    if (message.state === "pending") await mailSoon(id);
    return { message };
  },
});

/** The message is safe already; what could not be queued is found by the retry that runs every few minutes. */
const mailSoon = (id: string): Promise<void> =>
  requestMailing(id).catch((error) => logFailure("mailing not queued", error, { id }));
