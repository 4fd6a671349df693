import { messageReference, messageRoutes, type NewMessage } from "../../shared/messages/message.ts";
import { changeContext } from "../platform/change-context.ts";
import { serve } from "../platform/http/serve.ts";
import { logFailure } from "../platform/log.ts";
import { send } from "../platform/queues.ts";
import * as store from "../stores/message-store.ts";
import { assign } from "./assign.ts";
import { deleteMessage } from "./delete.ts";
import { isFlood } from "./flood.ts";
import { list } from "./list.ts";
import { move } from "./move.ts";

export const handler = serve(messageRoutes, {
  "POST /api/send-email": async ({ body, caller, now, today }) => {
    const { message, added } = await store.create(body, { now, today });
    const isSpam = added && (await markFloodAsSpam(message.id, body, caller, now));
    if (message.state === "pending" && !isSpam) await queueToSend(message.id);
    return { received: true as const, reference: messageReference(message.id) };
  },
  "GET /api/v1/messages": async ({ query: { box, cursor }, now }) => ({ ...(await list(box, cursor)), now }),
  "PUT /api/v1/messages/{id}": async ({ params: { id }, body, ...request }) => {
    const message = await move(id, body, await changeContext(request));
    // A message moved back from spam is sent like any other. Queueing it twice is safe, because it is claimed once.
    if (message.state === "pending") await queueToSend(id);
    return { message };
  },
  "PUT /api/v1/messages/{id}/assignment": async ({ params: { id }, body, ...request }) => ({
    message: await assign(id, body, await changeContext(request)),
  }),
  "DELETE /api/v1/messages/{id}": async ({ params: { id }, body: { reason }, ...request }) => {
    await deleteMessage(id, reason, await changeContext(request));
    return { deleted: true as const };
  },
});

/** The message is stored. If it cannot be counted, it is mailed. */
async function markFloodAsSpam(id: string, body: NewMessage, caller: string, now: string): Promise<boolean> {
  try {
    return (await isFlood(body, caller, now)) && (await store.markAsSpam(id));
  } catch (error) {
    logFailure("message not counted", error, { id });
    return false;
  }
}

/** The message is stored. If it cannot be queued, the sweep of the outbox finds it. */
const queueToSend = (id: string): Promise<void> =>
  send("messages", [id]).catch((error) => logFailure("message not queued", error, { id }));
