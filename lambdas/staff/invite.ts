import type { Member, NewMember } from "../../shared/staff/staff.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { BadGateway, Conflict } from "../platform/http/errors.ts";
import { logFailure } from "../platform/log.ts";
import { recordInvitation } from "./apply-member-change.ts";
import { readMember, requirePerson } from "./members.ts";
import {
  createUser,
  displayNameOf,
  findPerson,
  INVITED_STATUS,
  type Person,
  resendInvitation,
  roleAmong,
  rolesOf,
  setRole,
} from "./pool.ts";
import { pool, rows, withStaffLock } from "./pool-client.ts";
import { rowOf } from "./rows.ts";

/**
 * Invites somebody by email. Repeated, it sends no second email, and completes what an earlier attempt did not.
 * @throws Refusal when the address is on the staff already, or the email cannot be sent
 */
export const invite = ({ email, name, role }: NewMember, context: ChangeContext): Promise<Member> =>
  withStaffLock(async () => {
    let person = await findPerson(pool(), email);
    if (!person) {
      await sendInvitation(() => createUser(pool(), email, name));
      person = await findPerson(pool(), email);
      if (!person) throw new Error("The user pool does not have the person who was just invited.");
    }
    const { id } = person;
    const currentRole = roleAmong(await rolesOf(pool(), id));
    if (!isInvited(person) || person.name !== name || (currentRole && currentRole !== role))
      throw onStaffAlready(person);
    await setRole(pool(), id, role);
    const isFirst = "attribute_not_exists(#invited_at)";
    await recordInvitation(rows(), person, context, { name, email, role }, isFirst);
    return readMember(id);
  });

/** Within this time, the same request is a repetition whose response was lost. */
const REPEAT_SECONDS = 60;

/** Sends an open invitation again. @throws Refusal */
export const inviteAgain = (id: string, context: ChangeContext): Promise<Member> =>
  withStaffLock(async () => {
    const person = await requirePerson(id);
    if (!person.enabled) throw new Conflict(`${displayNameOf(person)} is disabled. Enable them first.`);
    if (!isInvited(person))
      throw new Conflict(`${displayNameOf(person)} has accepted the invitation already.`);
    const { invited_at = 0 } = await rowOf(rows(), id);
    if (Date.now() / 1_000 - invited_at < REPEAT_SECONDS) return readMember(id);
    await sendInvitation(() => resendInvitation(pool(), person.email));
    await recordInvitation(rows(), person, context, { email: person.email });
    return readMember(id);
  });

const isInvited = ({ enabled, status }: Person) => enabled && status === INVITED_STATUS;

const onStaffAlready = (person: Person) =>
  new Conflict(
    isInvited(person)
      ? `${displayNameOf(person)} is invited already, under this address. You can send the invitation again.`
      : `${displayNameOf(person)} is on the staff already, under this address.`,
  );

/** The SDK repeats a call whose response was lost, and then the user exists: that is no failure. */
async function sendInvitation(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    const { name } = error as Error;
    if (name === "UsernameExistsException") return;
    if (name !== "CodeDeliveryFailureException") throw error;
    logFailure("invitation not sent", error);
    throw new BadGateway("The invitation could not be sent. Check the list, and invite them again.");
  }
}
