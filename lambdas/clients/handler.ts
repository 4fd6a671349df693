import { type Client, clientRoutes } from "../../shared/clients.ts";
import { type Day, dayAt } from "../../shared/day.ts";
import { serve } from "../http.ts";
import { logFailure } from "../log.ts";
import { erase } from "./erasure.ts";
import * as store from "./store.ts";

export const handler = serve(clientRoutes, {
  "GET /api/v1/clients": ({ query }) => store.list(query.cursor),
  "POST /api/v1/clients": async ({ body, now }) => {
    const client = await store.create(body, now);
    if (!client.sample) await announce(client, now, dayAt(Date.parse(client.created_at)));
    return { client };
  },
  "PUT /api/v1/clients/{id}": async ({ params, body, now, today }) => ({
    client: await store.update(params.id, body, async (before, after) => {
      if (!before.sample || after.sample) return store.replace(before, after);
      const { becomeReal } = await import("./become-real.ts");
      await becomeReal(before, after);
      await announce(after, now, today);
    }),
  }),
  "POST /api/v1/clients/{id}/erasure": async ({ params, body, now }) => ({
    client: await erase(params.id, body.version, now),
  }),
});

/**
 * Asks for the company to be told of a client who is new on a day; asked again, it is told once. The client is
 * stored: that nobody is told must not undo it.
 */
async function announce({ id }: Client, now: string, day: Day): Promise<void> {
  try {
    // Loaded when needed: reading clients should not wait for what only creating them uses.
    const { enqueue } = await import("../outbox.ts");
    const soon = AbortSignal.timeout(2_000);
    await enqueue([{ email: "new-client", client_id: id, day, at: now }], soon);
  } catch (error) {
    logFailure("new client not announced", error, { id });
  }
}
