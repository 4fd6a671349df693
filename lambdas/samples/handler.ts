import { Client } from "../../shared/clients.ts";
import { sampleRoutes } from "../../shared/samples.ts";
import { clientCounts, subscriptionCounts } from "../counters.ts";
import { serve } from "../http.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { removeSamples } from "./remove.ts";

export const handler = serve(sampleRoutes, {
  "DELETE /api/v1/samples": async () => {
    // Subscriptions first: however far a removal gets, no subscription is left without its client.
    const removedSubscriptions = await removeSamples("subscriptions", subscriptions.Row, subscriptionCounts);
    const removedClients = await removeSamples("clients", Client, clientCounts);
    return { removed: { clients: removedClients, subscriptions: removedSubscriptions } };
  },
});
