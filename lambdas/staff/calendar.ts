import { randomBytes } from "node:crypto";
import { calendarPath } from "../../shared/calendar.ts";
import { changed, staffSubject } from "../activity/store.ts";
import { transact } from "../database.ts";
import type { Occasion } from "../occasion.ts";
import { rows } from "./here.ts";
import { type Calendar, changing } from "./rows.ts";
import * as store from "./store.ts";

/** When the address of somebody's calendar was made, where they have one. */
export async function ownCalendar(id: string): Promise<{ made_at?: string }> {
  const { calendar } = await store.get(id);
  return calendar ? { made_at: calendar.made_at } : {};
}

/** Makes an address, which nobody can say again: kept is the digest of its secret, in the place of any before. */
export async function makeCalendar(occasion: Occasion): Promise<{ made_at: string; path: string }> {
  const secret = randomBytes(32).toString("base64url");
  await put({ digest: store.digestOf(secret), made_at: occasion.now }, occasion);
  return { made_at: occasion.now, path: calendarPath(occasion.author.by, secret) };
}

/** From now on there is no calendar at the address. Asked again it changes nothing. */
export async function endCalendar(occasion: Occasion): Promise<Record<string, never>> {
  await put(undefined, occasion);
  return {};
}

async function put(calendar: Calendar | undefined, occasion: Occasion): Promise<void> {
  const { by: member_id, called: member } = occasion.author;
  const { calendar: before } = await store.get(member_id);
  const said = (of: Calendar | undefined) => ({ calendar: of?.made_at });
  const about = { subject: staffSubject, member_id, member };
  const record = changed("staff-changed", about, said(before), said(calendar), occasion);
  if (!before && !calendar) return;
  await transact([
    changing(rows(), member_id, calendar ? { set: { calendar } } : { remove: ["calendar"] }),
    ...record,
  ]);
}
