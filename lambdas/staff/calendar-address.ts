import { randomBytes } from "node:crypto";
import { calendarPath } from "../../shared/calendar.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { transact } from "../platform/dynamo/database.ts";
import { changeRecords, staffSubject } from "../stores/activity-store.ts";
import * as store from "../stores/staff-store.ts";
import { rows } from "./pool-client.ts";

/** When the address of somebody's calendar was made, if there is one. */
export async function readCalendar(id: string): Promise<{ made_at?: string }> {
  const calendar = (await store.get(id))?.calendar;
  return calendar ? { made_at: calendar.made_at } : {};
}

/** Makes a new address, in place of the previous one. Only the digest of its secret is stored. */
export async function createCalendar(context: ChangeContext): Promise<{ made_at: string; path: string }> {
  const secret = randomBytes(32).toString("base64url");
  await saveCalendar({ digest: store.digestOf(secret), made_at: context.now }, context);
  return { made_at: context.now, path: calendarPath(context.actor.id, secret) };
}

/** Deletes the address. Repeated, it changes nothing. */
export async function deleteCalendar(context: ChangeContext): Promise<Record<string, never>> {
  await saveCalendar(undefined, context);
  return {};
}

async function saveCalendar(calendar: store.Calendar | undefined, context: ChangeContext): Promise<void> {
  const { id: member_id, name: member } = context.actor;
  const before = (await store.get(member_id))?.calendar;
  if (!before && !calendar) return;
  const fieldsOf = (stored: store.Calendar | undefined) => ({ calendar: stored?.made_at });
  const about = { subject: staffSubject, member_id, member };
  await transact([
    store.rowUpdate(rows(), member_id, calendar ? { set: { calendar } } : { remove: ["calendar"] }),
    ...changeRecords("staff-changed", about, fieldsOf(before), fieldsOf(calendar), context),
  ]);
}
