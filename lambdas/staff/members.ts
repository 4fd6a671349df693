import { paginateListUsers, paginateListUsersInGroup } from "@aws-sdk/client-cognito-identity-provider";
import { addDays, dayAt } from "../../shared/day.ts";
import { INVITATION_DAYS } from "../../shared/emails/to-staff.ts";
import type { Member, Role } from "../../shared/staff/staff.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { notFound } from "../platform/http/errors.ts";
import { applyMemberChange } from "./apply-member-change.ts";
import {
  displayNameOf,
  findPerson,
  INVITED_STATUS,
  type Person,
  roleAmong,
  rolesOf,
  signOut,
} from "./pool.ts";
import { pool, rows, withStaffLock } from "./pool-client.ts";
import { endSessions, type Row, type State } from "./rows.ts";
import * as store from "./store.ts";

/** Cognito allows 120 calls a second. */
const PARALLEL_CALLS = 10;

/** All staff, sorted by name. */
export async function listMembers(): Promise<Member[]> {
  const { cognito: client, userPoolId: UserPoolId } = pool();
  const idsIn = async (GroupName: Role) => {
    const pages = paginateListUsersInGroup({ client }, { UserPoolId, GroupName });
    const users = (await Array.fromAsync(pages, ({ Users = [] }) => Users)).flat();
    return new Set(users.map(({ Username }) => Username ?? ""));
  };
  const [rowsById, admins, staff, users] = await Promise.all([
    store.all(),
    idsIn("admin"),
    idsIn("staff"),
    Array.fromAsync(paginateListUsers({ client }, { UserPoolId }), ({ Users = [] }) => Users),
  ]);
  const queue = users.flat().values();
  const members: Member[] = [];
  // Lists of Cognito do not say who has a second factor, so each person is read.
  const work = async () => {
    for (const { Username = "" } of queue) {
      const person = await findPerson(pool(), Username);
      const role = admins.has(Username) ? "admin" : staff.has(Username) ? "staff" : undefined;
      if (person) members.push(memberOf(person, role, rowsById.get(Username)));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_CALLS }, work));
  return members.sort((one, other) => displayNameOf(one).localeCompare(displayNameOf(other), "en"));
}

/** @throws NotFound */
export async function readMember(id: string): Promise<Member> {
  const person = await requirePerson(id);
  return memberOf(person, roleAmong(await rolesOf(pool(), id)), await store.get(id));
}

/** @throws NotFound */
export async function requirePerson(id: string): Promise<Person> {
  const person = await findPerson(pool(), id);
  if (person?.id !== id) throw notFound("member of staff");
  return person;
}

function memberOf(person: Person, role: Role | undefined, row: Row | undefined): Member {
  const { id, email, name, second_factor } = person;
  const isInvited = person.status === INVITED_STATUS;
  const invitedAt = row?.invited_at === undefined ? person.createdAt : row.invited_at * 1_000;
  return {
    id,
    email,
    name,
    second_factor,
    ...(role && { role }),
    ...(isInvited && { invited_until: addDays(dayAt(invitedAt), INVITATION_DAYS - 1) }),
    ...(row?.signed_in_at !== undefined && {
      signed_in_at: new Date(row.signed_in_at * 1_000).toISOString(),
    }),
    state: !person.enabled ? "disabled" : isInvited ? "invited" : "active",
  };
}

/** @throws Refusal when there would be no administrator left, or somebody else is changing the staff */
export const changeMember = (id: string, change: Partial<State>, context: ChangeContext): Promise<Member> =>
  withStaffLock(async () => {
    await applyMemberChange({ ...pool(), rows: rows() }, await requirePerson(id), change, context);
    return readMember(id);
  });

/** Ends all of somebody's sessions: refresh tokens at once, access tokens within seconds. */
export async function signOutEverywhere(id: string): Promise<Record<string, never>> {
  await signOut(pool(), id);
  await endSessions(rows(), id, false);
  return {};
}
