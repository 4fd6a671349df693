import { calendarMonths } from "../../shared/calendar.ts";
import { addMonths, type Day } from "../../shared/day.ts";
import { clientScreen } from "../../shared/emails/screens.ts";
import { formatCents } from "../../shared/money.ts";
import * as activity from "../activity/store.ts";
import * as clients from "../clients/store.ts";
import { readCounters } from "../counters.ts";
import * as subscriptions from "../subscriptions/store.ts";

/** A day on which something is to be thought of: what stands in a calendar, and nothing else of a client. */
export type Entry = {
  uid: string;
  day: Day;
  title: string;
  /** The place in the back-office. */
  screen: string;
  /** Grows with each change. */
  version?: number;
};

/** As many as calendar apps take without complaint, and far below what Lambda can answer; the earliest come first. */
export const mostDates = 2_000;

/** What is overdue or due within the months ahead, and the notes that have a day, the earliest first. */
export async function datesFrom(today: Day): Promise<Entry[]> {
  const last = addMonths(today, calendarMonths);
  const [due, { notes }, { counters }] = await Promise.all([
    earliestDue(last),
    activity.dueNotes(last),
    readCounters(),
  ]);
  const rows = counters.real_records > 0 ? due.filter(({ sample }) => !sample) : due;
  const found = await clients.getMany([...rows, ...notes].map(({ client_id }) => client_id));
  const nameOf = (id: string) => found.get(id)?.name ?? "Unknown Client";
  return [
    // Nobody asks one who is no client any more for money.
    ...rows.filter(({ client_id }) => found.get(client_id)?.status !== "inactive").map(dueEntry),
    ...notes.map(noteEntry),
  ]
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
    .slice(0, mostDates);

  function dueEntry(row: subscriptions.Row): Entry {
    const {
      id,
      client_id,
      service,
      next_billing_date: day,
      amount_cents,
      paid_cents,
      currency,
      version,
    } = row;
    const left = formatCents(subscriptions.leftCentsOf(row), currency);
    const price = amount_cents === 0 ? "free" : paid_cents ? `${left} left` : left;
    return {
      ...{ uid: `${id}-${day}`, day, version },
      title: [nameOf(client_id), service, price].filter(Boolean).join(" — "),
      screen: clientScreen(client_id),
    };
  }

  function noteEntry({ id, client_id, due_on: day }: (typeof notes)[number]): Entry {
    const [, uid = ""] = id.split("#");
    return { uid, day, title: `Note: ${nameOf(client_id)}`, screen: clientScreen(client_id) };
  }
}

/** No more pages of the index are read than have what is shown. */
async function earliestDue(last: Day): Promise<subscriptions.Row[]> {
  const rows: subscriptions.Row[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await subscriptions.duePage(last, mostDates - rows.length, from);
    rows.push(...page.rows);
    from = page.next;
  } while (from && rows.length < mostDates);
  return rows;
}
