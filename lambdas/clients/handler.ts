import { type Client, clientRoutes } from "../../shared/clients.ts";
import { type Moment, serve } from "../http.ts";
import { logFailure } from "../log.ts";
import { erase } from "./erasure.ts";
import * as store from "./store.ts";

export const handler = serve(clientRoutes, {
  "GET /api/v1/clients": ({ query }) => store.list(query.cursor),
  "POST /api/v1/clients": async ({ body, now, today }) => {
    const client = await store.create(body, now);
    if (!client.sample) await announce(client, { now, today });
    return { client };
  },
  "PUT /api/v1/clients/{id}": async ({ params, body }) => ({ client: await store.update(params.id, body) }),
  "POST /api/v1/clients/{id}/erasure": async ({ params, body, now }) => ({
    client: await erase(params.id, body.version, now),
  }),
});

/** Asks for the company to be told of a new client. The client is stored: that nobody is told must not undo it. */
async function announce({ id }: Client, { now, today }: Moment): Promise<void> {
  try {
    // Loaded when needed: reading clients should not wait for what only creating them uses.
    const { enqueue } = await import("../outbox.ts");
    const soon = AbortSignal.timeout(2_000);
    await enqueue([{ letter: "new-client", client_id: id, day: today, at: now }], soon);
  } catch (error) {
    logFailure("new client not announced", error, { id });
  }
}
