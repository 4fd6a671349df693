import type { Client } from "../../../../shared/clients.ts";
import type { Subscription } from "../../../../shared/subscriptions.ts";

const made = "made up, and nobody is reminded of it";

/** What saving means where the subscription, or the chosen client, is a sample: one is as long as the other is. */
export function sampleNote(subscription: Subscription | undefined, client: Client | undefined) {
  if (!subscription)
    return (
      client?.sample &&
      `This client is sample data, so the subscription will be too: ${made}. It becomes real when real details of the client are saved.`
    );
  if (!subscription.sample) return undefined;
  return client && !client.sample
    ? "Saving makes this a real subscription, which counts and is reminded of: check its amount and dates."
    : `This is sample data: ${made}. It becomes real when real details of its client are saved, or a real client is chosen here.`;
}
