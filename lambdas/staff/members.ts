import { paginateListUsers, paginateListUsersInGroup } from "@aws-sdk/client-cognito-identity-provider";
import { addDays, dayAt } from "../../shared/day.ts";
import { invitationDays } from "../../shared/emails/to-staff.ts";
import type { Member, Role } from "../../shared/staff.ts";
import { notFound } from "../errors.ts";
import { pool } from "./here.ts";
import { invited, type Person, personOf, roleAmong, rolesOf } from "./pool.ts";
import type { Row } from "./rows.ts";
import * as store from "./store.ts";

/** So many are asked about at once; Cognito answers 120 a second. */
const atOnce = 10;

/** Everybody, by name. */
export async function listMembers(): Promise<Member[]> {
  const { cognito: client, userPoolId: UserPoolId } = pool();
  const idsIn = async (GroupName: Role) => {
    const pages = paginateListUsersInGroup({ client }, { UserPoolId, GroupName });
    const users = (await Array.fromAsync(pages, ({ Users = [] }) => Users)).flat();
    return new Set(users.map(({ Username }) => Username ?? ""));
  };
  const [rows, admins, staff, users] = await Promise.all([
    store.all(),
    idsIn("admin"),
    idsIn("staff"),
    Array.fromAsync(paginateListUsers({ client }, { UserPoolId }), ({ Users = [] }) => Users),
  ]);
  const queue = users.flat().values();
  const members: Member[] = [];
  // A list tells of nobody whether they have a second factor.
  const work = async () => {
    for (const { Username = "" } of queue) {
      const person = await personOf(pool(), Username);
      const role = admins.has(Username) ? "admin" : staff.has(Username) ? "staff" : undefined;
      if (person) members.push(asMember(person, role, rows.get(Username)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const called = ({ name, email }: Member) => name || email;
  return members.sort((one, other) => called(one).localeCompare(called(other), "en"));
}

/** Somebody as they are now. @throws NotFound */
export async function memberOf(id: string): Promise<Member> {
  const person = await known(id);
  return asMember(person, roleAmong(await rolesOf(pool(), id)), await store.get(id));
}

/** @throws NotFound */
export async function known(id: string): Promise<Person> {
  const person = await personOf(pool(), id);
  if (person?.id !== id) throw notFound("member of staff");
  return person;
}

function asMember(person: Person, role: Role | undefined, row: Row | undefined): Member {
  const { id, email, name, second_factor } = person;
  const since = row?.invited_at === undefined ? person.created : row.invited_at * 1_000;
  return {
    ...{ id, email, name, second_factor },
    ...(role && { role }),
    ...(person.status === invited && { invited_until: addDays(dayAt(since), invitationDays - 1) }),
    ...(row?.signed_in_at !== undefined && {
      signed_in_at: new Date(row.signed_in_at * 1_000).toISOString(),
    }),
    state: !person.enabled ? "shut-out" : person.status === invited ? "invited" : "active",
  };
}
