import { leftOf } from "../../shared/billing/account.ts";
import { openCharges } from "../../shared/billing/open-charges.ts";
import { CALENDAR_MONTHS } from "../../shared/calendar.ts";
import { addMonths, type Day } from "../../shared/day.ts";
import { clientScreen } from "../../shared/emails/screens.ts";
import { formatCents } from "../../shared/money.ts";
import { dueNotes } from "../activity/note-store.ts";
import * as clients from "../clients/store.ts";
import { formerRows } from "../ledger/former.ts";
import { withOpenCharges } from "../ledger/read-accounts.ts";
import { readCounters } from "../platform/dynamo/counters.ts";
import * as subscriptions from "../subscriptions/store.ts";

/** An all-day event. It has no other data of a client than its title. */
export type CalendarEntry = {
  uid: string;
  day: Day;
  title: string;
  /** The path in the back-office. */
  screen: string;
  /** Grows with each change. */
  version?: number;
};

/** Calendar apps accept this number, and it is far below the size limit of Lambda's response. */
export const MAX_ENTRIES = 2_000;

/** The open charges up to the next months, and the notes with a day, earliest first. */
export async function upcomingEntries(today: Day): Promise<CalendarEntry[]> {
  const last = addMonths(today, CALENDAR_MONTHS);
  const [due, { notes }, counters] = await Promise.all([earliestDue(last), dueNotes(last), readCounters()]);
  const rows = counters.real_records > 0 ? due.filter(({ sample }) => !sample) : due;
  const found = await clients.getMany([...rows, ...notes].map(({ client_id }) => client_id));
  const nameOf = (id: string) => found.get(id)?.name ?? "Unknown Client";
  return [...rows.flatMap(dueEntries), ...notes.map(noteEntry)]
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
    .slice(0, MAX_ENTRIES);

  function dueEntries(row: subscriptions.OwingRow): CalendarEntry[] {
    const { id, client_id, version } = row;
    return openCharges([row], last).map((charge): CalendarEntry => {
      const { due: day, currency, paid_cents, service } = charge;
      const left = formatCents(leftOf(charge), currency);
      const price = paid_cents > 0 ? `${left} left` : left;
      return {
        uid: `${id}-${day}`,
        day,
        version,
        title: [nameOf(client_id), service, price].filter(Boolean).join(" — "),
        screen: clientScreen(client_id),
      };
    });
  }

  function noteEntry({ id, client_id, due_on: day }: (typeof notes)[number]): CalendarEntry {
    const [, uid = ""] = id.split("#");
    return { uid, day, title: `Note: ${nameOf(client_id)}`, screen: clientScreen(client_id) };
  }
}

/** Reads only as many pages of the index as the calendar shows. */
async function earliestDue(last: Day): Promise<subscriptions.OwingRow[]> {
  const rows: subscriptions.OwingRow[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await subscriptions.duePage(last, MAX_ENTRIES - rows.length, from);
    const found = await withOpenCharges(page.rows);
    rows.push(...found.filter((row) => openCharges([row], last).length > 0));
    from = page.next;
  } while (from && rows.length < MAX_ENTRIES);
  return [...rows, ...(await formerRows())];
}
