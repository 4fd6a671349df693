import { type Member, type NewMember, nameOf, type Role } from "../../shared/staff/staff.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { BadGateway, Conflict } from "../platform/http/refusals.ts";
import { logFailure } from "../platform/log.ts";
import * as store from "../stores/staff-store.ts";
import { recordInvitation } from "./apply-member-change.ts";
import { readMember, requirePerson, requireRow } from "./members.ts";
import { createUser, findPerson, resendInvitation, setRole } from "./pool.ts";
import { stores, withStaffLock } from "./pool-client.ts";

/**
 * Invites somebody by email. Repeated, it sends no second email, and completes what an earlier attempt did not. Somebody
 * who was created in the user pool itself gets no email.
 * @throws Refusal when the address is on the staff already, or the email cannot be sent
 */
export const invite = ({ email, name, role }: NewMember, context: ChangeContext): Promise<Member> =>
  withStaffLock(async () => {
    let person = await findPerson(stores(), email);
    const row = person && (await store.get(person.id));
    if (row && !isSameInvitation(row, name, role)) throw onStaffAlready(row);
    if (!person) {
      await sendInvitation(() => createUser(stores(), email, name));
      person = await findPerson(stores(), email);
      if (!person) throw new Error("The user pool does not have the person who was just invited.");
    }
    await setRole(stores(), person.id, role);
    await recordInvitation(stores(), { ...person, name }, context, role);
    return readMember(person.id);
  });

const isOpen = ({ invited, disabled }: store.Row) => invited && !disabled;
const isSameInvitation = (row: store.Row, name: string, role: Role) =>
  isOpen(row) && row.name === name && (row.role ?? role) === role;

/** Within this time, the same request is a repetition whose response was lost. */
const REPEAT_SECONDS = 60;

/** Sends an open invitation again. @throws Refusal */
export const inviteAgain = (id: string, context: ChangeContext): Promise<Member> =>
  withStaffLock(async () => {
    const person = await requirePerson(id);
    const { disabled, invited_at = 0 } = await requireRow(id);
    if (disabled || !person.enabled) throw new Conflict(`${nameOf(person)} is disabled. Enable them first.`);
    if (!person.invited) throw new Conflict(`${nameOf(person)} has accepted the invitation already.`);
    if (Date.now() / 1_000 - invited_at < REPEAT_SECONDS) return readMember(id);
    await sendInvitation(() => resendInvitation(stores(), person.email));
    await recordInvitation(stores(), person, context);
    return readMember(id);
  });

const onStaffAlready = (row: store.Row) =>
  new Conflict(
    isOpen(row)
      ? `${nameOf(row)} is invited already, under this address. You can send the invitation again.`
      : `${nameOf(row)} is on the staff already, under this address.`,
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
