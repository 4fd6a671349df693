import { contactRoutes } from "../../shared/contact.ts";
import { serve } from "../http.ts";
import { logFailure } from "../log.ts";
import { requestMailing } from "./queue.ts";
import * as store from "./store.ts";

export const handler = serve(contactRoutes, {
  "POST /api/send-email": async ({ body, now, today }) => {
    const message = await store.keep(body, { now, today });
    if (message.state === "pending") {
      // The message is safe already; what could not be queued is found by the retry that runs every few minutes.
      await requestMailing(message.id).catch((error) =>
        logFailure("mailing not queued", error, { id: message.id }),
      );
    }
    return { received: true as const };
  },
});
