import { sampleRoutes } from "../../shared/samples.ts";
import { readCounters, recount, recountWhileAllAreSamples } from "../counters.ts";
import { serve } from "../http.ts";
import { forAdministrators, removeClients, removeSubscriptions } from "./remove.ts";

export const handler = serve(sampleRoutes, {
  "DELETE /api/v1/samples": async ({ admin }) => {
    if (!admin && (await readCounters()).real_records > 0) throw forAdministrators();
    // A real record may come while the samples go: each removal looks again, in its own transaction.
    const counted = admin ? recount : recountWhileAllAreSamples;
    // Subscriptions first: however far a removal gets, none is left without its client.
    const subscriptions = await removeSubscriptions(counted);
    const clients = await removeClients(counted);
    // And those that were made while others went; without its client none can be made any more.
    const late = await removeSubscriptions(counted);
    return { removed: { clients, subscriptions: subscriptions + late } };
  },
});
