import type { Client } from "../../../../shared/clients/client.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";

const meaning = "it gets no email";

/** What saving does if the subscription or the chosen client is a sample. A subscription is a sample while its client is. */
export function sampleNote(subscription: Subscription | undefined, client: Client | undefined) {
  if (!subscription)
    return (
      client?.sample &&
      `This client is sample data, so the subscription will be too: ${meaning}. It becomes real when you save real details for the client.`
    );
  if (!subscription.sample) return undefined;
  return client && !client.sample
    ? "Saving makes this a real subscription, which counts in the totals and gets reminders. Check its amount and dates."
    : `This is sample data: ${meaning}. It becomes real when you save real details for its client, or choose a real client here.`;
}
