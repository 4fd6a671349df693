import { boxOf } from "../../shared/messages.ts";
import type { TimelineEntry } from "../../shared/timeline.ts";
import * as activity from "../activity/store.ts";
import * as messages from "../messages/store.ts";
import * as reminders from "../reminders/store.ts";
import { fromRow } from "../renewals/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { addressesOf } from "./addresses.ts";
import { clientOf, paymentsOf } from "./page.ts";

// Payments, emails, changes, messages and notes come from a table each, every one newest first. What is given goes back
// to the latest instant up to which all of them were read; the next page goes on there.

const most = 50;

/** One page of what happened to a client, newest first, from an instant back. */
export async function timelineOf(id: string, until?: string) {
  const [client, sold] = await Promise.all([clientOf(id), subscriptions.ofClient(id)]);
  const services = new Map(sold.rows.map((row) => [row.id, row.service]));
  const [emails, changes, paid, ...letters] = await Promise.all([
    reminders.ofClient(id, until),
    activity.ofSubject(id, until),
    paymentsOf(sold.rows),
    ...addressesOf(client.email).map((address) => messages.ofAddress(address, until)),
  ]);

  const entries: TimelineEntry[] = [
    ...paid.rows.map(fromRow).map(
      ({ id = "", recorded_at, next_billing_date: _, ...payment }): TimelineEntry => ({
        ...{ kind: "payment", id: `${payment.subscription_id} ${payment.period} ${id}`, at: recorded_at },
        ...payment,
      }),
    ),
    ...emails.reminders.map(
      ({ id, subscription_id, kind: email, at, period, state, reason, resend, service }): TimelineEntry => ({
        ...{ kind: "email", id: `${subscription_id} ${id}`, subscription_id, at, email, period, state },
        ...{ reason, resend, service },
      }),
    ),
    ...changes.entries,
    ...letters.flatMap(({ found }) =>
      found.map(
        ({ id, received_at, message, state }): TimelineEntry => ({
          ...{ kind: "message", id, at: received_at, text: message, box: boxOf(state) },
        }),
      ),
    ),
  ].map((entry) => {
    const service = entry.service ?? services.get(entry.subscription_id ?? "");
    return service === undefined ? entry : { ...entry, service };
  });

  const parts = [emails, changes, ...letters];
  const horizon =
    parts
      .map((part) => part.horizon ?? "")
      .sort()
      .at(-1) ?? "";
  const inReach = entries
    .filter(({ at }) => at > horizon && (until === undefined || at <= until))
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? -1 : 1));
  const [given, cursor] = cut(inReach, horizon);
  const unreadable = [sold, paid, ...parts].reduce((sum, part) => sum + (part.unreadable ?? 0), 0);
  return { entries: given, ...(unreadable > 0 && { unreadable }), ...(cursor && { cursor }) };
}

/** As many as a page shows, and where the next one goes on; those of one instant stay together. */
function cut(entries: TimelineEntry[], horizon: string): [TimelineEntry[], string] {
  const end = entries[most]?.at;
  if (end === undefined) return [entries, horizon];
  const before = entries.filter(({ at }) => at > end);
  if (before.length > 0) return [before, end];
  const rest = entries.find(({ at }) => at < end)?.at ?? horizon;
  return [entries.filter(({ at }) => at === end), rest];
}
