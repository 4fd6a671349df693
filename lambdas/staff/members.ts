import { addDays, type Day, dayAt } from "../../shared/day.ts";
import { INVITATION_DAYS } from "../../shared/emails/to-staff.ts";
import type { Member, MemberExport } from "../../shared/staff/staff.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import { Conflict, notFound } from "../platform/http/refusals.ts";
import { exportsOn } from "../stores/activity-store.ts";
import * as store from "../stores/staff-store.ts";
import { applyMemberChange, removeMember } from "./apply-member-change.ts";
import { findPerson, type Person, signOut } from "./pool.ts";
import { rows, stores, withStaffLock } from "./pool-client.ts";

/** All staff, sorted by name. */
export const listMembers = async (): Promise<Member[]> => (await store.all()).map(memberOf);

/** @throws NotFound */
export async function requireRow(id: string): Promise<store.Row> {
  const row = await store.get(id);
  if (!row) throw notFound("member of staff");
  return row;
}

/** @throws NotFound */
export const readMember = async (id: string): Promise<Member> => memberOf(await requireRow(id));

/** @throws NotFound */
export async function requirePerson(id: string): Promise<Person> {
  const person = await findPerson(stores(), id);
  if (person?.id !== id) throw notFound("member of staff");
  return person;
}

function memberOf(row: store.Row): Member {
  const { id, invited, invited_at, signed_in_at } = row;
  const { disabled, ...state } = store.stateOf(row);
  return {
    id,
    ...state,
    ...(invited &&
      invited_at !== undefined && { invited_until: addDays(dayAt(invited_at * 1_000), INVITATION_DAYS - 1) }),
    ...(signed_in_at !== undefined && { signed_in_at: new Date(signed_in_at * 1_000).toISOString() }),
    state: disabled ? "disabled" : invited ? "invited" : "active",
  };
}

/** @throws Refusal when there would be no administrator left, or somebody else is changing the staff */
export const changeMember = (
  id: string,
  change: Partial<store.State>,
  context: ChangeContext,
): Promise<Member> =>
  withStaffLock(async () => {
    await applyMemberChange(stores(), await requirePerson(id), change, context);
    return readMember(id);
  });

/** Removes somebody, or withdraws an invitation. Repeated, it changes nothing. @throws Refusal */
export const remove = (id: string, context: ChangeContext): Promise<Record<string, never>> =>
  withStaffLock(async () => {
    if (id === context.actor.id)
      throw new Conflict("You cannot remove yourself. Ask another administrator to do it.");
    const [row, person] = await Promise.all([store.get(id), findPerson(stores(), id)]);
    if (row || person) await removeMember(stores(), id, person, context);
    else if (!(await store.wasRemoved(rows(), id))) throw notFound("member of staff");
    return {};
  });

const LEAVING_DAYS = 30;

/** The files that a member saved in the last thirty days, newest first. */
export async function exportsOf(id: string, today: Day): Promise<MemberExport[]> {
  const days = Array.from({ length: LEAVING_DAYS }, (_, back) => addDays(today, -back));
  const { former_ids = [] } = (await store.get(id)) ?? {};
  const exportsByDay = days.map((day) =>
    Promise.all([id, ...former_ids].map((member_id) => exportsOn(day, member_id))),
  );
  return (await Promise.all(exportsByDay)).flat(2);
}

/** Ends all of somebody's sessions: refresh tokens at once, access tokens within seconds. */
export async function signOutEverywhere(id: string): Promise<Record<string, never>> {
  await signOut(stores(), id);
  await updateIf(store.keyOf(rows(), id), { set: store.endedNow() });
  return {};
}
