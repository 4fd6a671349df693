import { isOneOff } from "../../../shared/billing/account.ts";
import { isAskedOf } from "../../../shared/billing/agreed.ts";
import { daysAskedFor } from "../../../shared/billing/renewal-state.ts";
import type { Client } from "../../../shared/clients/client.ts";
import { isReachable } from "../../../shared/clients/recipients.ts";
import type { Day } from "../../../shared/day.ts";
import { isFree } from "../../../shared/money.ts";
import type { ClientAccount } from "../../../shared/payments/client-account.ts";
import { reasonText } from "../../../shared/reminders/email-failures.ts";
import { deliveryStatuses } from "../../../shared/reminders/labels.ts";
import type { Reminder } from "../../../shared/reminders/reminder.ts";
import type { Subscription } from "../../../shared/subscriptions/subscription.ts";

/** Why the server would skip the reminder. */
export function skipReasonOf(subscription: Subscription, client: Client): string | undefined {
  const { amount, sample } = subscription;
  if (!isAskedOf(subscription)) return "only active subscriptions get reminders.";
  if (isFree(amount) && daysAskedFor(subscription).length === 0) return "this subscription is free.";
  if (sample) return "sample data gets no email.";
  return clientSkipReason(client);
}

/** Why a client gets no email. */
function clientSkipReason(client: Client): string | undefined {
  if (client.status !== "active") return "the client is inactive.";
  if (client.sample) return "sample data gets no email.";
  if (client.email === "") return "the client has no email address.";
  if (!isReachable(client))
    return "emails to this address bounced or were marked as spam. Enter another address for the client first, or say there that it works again.";
  return undefined;
}

/** The last day on which an email to the client named a charge. */
export const lastReminded = ({ charges }: ClientAccount): Day | undefined =>
  charges
    .flatMap(({ told_on }) => told_on ?? [])
    .sort()
    .at(-1);

/** From what a client is reminded of all that is due, and why that is not possible. A one-off has no preview. */
export type Reminding = {
  charge: string;
  subscription?: string;
  last: Day | undefined;
  cannot: string | undefined;
};

/** Undefined if nothing is to be paid, or nothing of what the client has. */
export function remindingOf(
  account: ClientAccount,
  { client, subscriptions }: { client: Client; subscriptions: readonly Subscription[] },
): Reminding | undefined {
  const toPay = account.charges.filter(({ to_pay }) => to_pay);
  const owing = toPay.flatMap((charge) => {
    const subscription = subscriptions.find(({ id }) => id === charge.subscription_id);
    return subscription ? { charge: charge.id, subscription } : [];
  });
  const last = lastReminded(account);
  const asked = owing.find(({ subscription }) => isAskedOf(subscription));
  const oneOff = toPay.find(isOneOff);
  if (!asked && oneOff) {
    const isTwice = last === account.today && "the client was reminded today.";
    return { charge: oneOff.id, last, cannot: clientSkipReason(client) ?? (isTwice || undefined) };
  }
  const from = asked ?? owing[0];
  return (
    from && {
      charge: from.charge,
      subscription: from.subscription.id,
      last,
      cannot: skipReasonOf(from.subscription, client),
    }
  );
}

/** Why a reminder was not sent, if so. */
export const notSentText = ({ state, reason }: Reminder): string | undefined =>
  state === "failed" || state === "skipped" || state === "rejected"
    ? `${deliveryStatuses[state].name}: ${reasonText(reason)}`
    : undefined;

/** The message for a sent reminder. */
export const sentText = ({ state }: Reminder, name: string): string =>
  state === "waiting"
    ? `The reminder to ${name} could not be sent now. We try again automatically.`
    : `The reminder to ${name} was sent.`;
