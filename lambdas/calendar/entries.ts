import { isOneOff, leftOf } from "../../shared/billing/account.ts";
import { CALENDAR_MONTHS } from "../../shared/calendar.ts";
import { compareTexts } from "../../shared/compare-texts.ts";
import { addMonths, type Day, FIRST_DAY } from "../../shared/day.ts";
import { clientScreen } from "../../shared/emails/screens.ts";
import { formatCents } from "../../shared/money.ts";
import { asAgreed } from "../ledger/billed-subscription.ts";
import { chargesDue } from "../ledger/due-lists.ts";
import type { ChargeRow } from "../ledger/rows.ts";
import { readCounters } from "../platform/dynamo/counters.ts";
import * as clients from "../stores/client-store.ts";
import { dueNotes } from "../stores/note-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";

/** An all-day event. It has no other data of a client than its title. */
export type CalendarEntry = {
  uid: string;
  day: Day;
  title: string;
  /** The path in the back-office. */
  screen: string;
  /** Grows with each change. */
  version?: number | undefined;
};

/** Calendar apps accept this number, and it is far below the size limit of Lambda's response. */
export const MAX_ENTRIES = 2_000;

/** The open charges up to the next months, the prices and ends to come, and the notes with a day, earliest first. */
export async function upcomingEntries(today: Day): Promise<CalendarEntry[]> {
  const last = addMonths(today, CALENDAR_MONTHS);
  const [counters, { notes }] = await Promise.all([readCounters(), dueNotes(last)]);
  const span = { from: FIRST_DAY, until: last, most: MAX_ENTRIES };
  const listed = counters.real_records > 0 ? "real" : "sample";
  const [{ rows: charges }, agreedIds] = await Promise.all([
    chargesDue(listed, span),
    subscriptions.agreedUntil(listed, last, MAX_ENTRIES),
  ]);
  const subscribed = await subscriptions.getMany(
    new Set([...charges.flatMap(({ subscription_id }) => subscription_id ?? []), ...agreedIds]),
  );
  const agreed = agreedIds.flatMap((id) => {
    const row = subscribed.get(id);
    return row ? [asAgreed(row, today)] : [];
  });
  const clientsById = await clients.getMany(
    [...charges, ...notes, ...agreed].map(({ client_id }) => client_id),
  );
  const nameOf = (id: string) => clientsById.get(id)?.name ?? "Unknown Client";
  return [...charges.map(dueEntry), ...agreed.flatMap(agreedEntries), ...notes.map(noteEntry)]
    .filter(({ day }) => day <= last)
    .sort((a, b) => compareTexts(a.day, b.day))
    .slice(0, MAX_ENTRIES);

  function dueEntry(charge: ChargeRow): CalendarEntry {
    const { id, client_id, subscription_id, due: day, currency, paid_cents, service } = charge;
    const openAmount = formatCents(leftOf(charge), currency);
    const price = paid_cents > 0 ? `${openAmount} left` : openAmount;
    return {
      // One-offs of two clients can have one id.
      uid: isOneOff(charge) ? `${client_id}-${id}` : id.replace("#", "-"),
      day,
      version: subscribed.get(subscription_id ?? "")?.version,
      title: [nameOf(client_id), isOneOff(charge) && service ? `${service} (One-off)` : service, price]
        .filter(Boolean)
        .join(" — "),
      screen: clientScreen(client_id),
    };
  }

  /** The ids stay when the days move. */
  function agreedEntries(subscription: subscriptions.Row): CalendarEntry[] {
    const { id, client_id, version, currency, service, next_price, ends_on, status } = subscription;
    if (clientsById.get(client_id)?.status === "inactive") return [];
    const entry = (kind: string, day: Day, text: string): CalendarEntry => ({
      uid: `${id}-${kind}`,
      day,
      version,
      title: `${nameOf(client_id)} — ${text}`,
      screen: clientScreen(client_id),
    });
    const price = next_price && formatCents(next_price.cents, currency);
    return [
      ...(next_price
        ? [entry("price", next_price.from, `Price${service ? ` of ${service}` : ""}: ${price}`)]
        : []),
      ...(ends_on && status !== "inactive"
        ? [entry("end", ends_on, `${service || "Subscription"} ends`)]
        : []),
    ];
  }

  function noteEntry({ id, client_id, due_on: day }: (typeof notes)[number]): CalendarEntry {
    const [, uid = ""] = id.split("#");
    return { uid, day, title: `Note: ${nameOf(client_id)}`, screen: clientScreen(client_id) };
  }
}
