import { mailedOfOneAddress, messageRoutes } from "../../shared/messages.ts";
import { serve } from "../http.ts";
import { logFailure } from "../log.ts";
import { occasionOf } from "../occasion.ts";
import { withinLimit } from "../rate-limit.ts";
import { assign } from "./assign.ts";
import { list } from "./list.ts";
import { move } from "./move.ts";
import { enqueue } from "./queue.ts";
import * as store from "./store.ts";

export const handler = serve(messageRoutes, {
  "POST /api/send-email": async ({ body, caller, now, today }) => {
    const { within } = await withinLimit({ what: "messages", ...mailedOfOneAddress }, caller, now);
    const message = await store.create(body, { now, today }, { overLimit: !within });
    if (message.state === "pending") await sendSoon(message.id);
    return { received: true as const };
  },
  "GET /api/v1/messages": async ({ query: { box, cursor }, now }) => ({ ...(await list(box, cursor)), now }),
  "PUT /api/v1/messages/{id}": async ({ params: { id }, body, ...request }) => {
    const message = await move(id, body, await occasionOf(request));
    // A rescued message is sent like any other. Asked for once too often does no harm: it is claimed once.
    if (message.state === "pending") await sendSoon(id);
    return { message };
  },
  "PUT /api/v1/messages/{id}/assignment": async ({ params: { id }, body, ...request }) => ({
    message: await assign(id, body, await occasionOf(request)),
  }),
});

/** The message is safe already; what could not be queued is found by the retry that runs every few minutes. */
const sendSoon = (id: string): Promise<void> =>
  enqueue(id).catch((error) => logFailure("message not queued", error, { id }));
