import type { Member, NewMember } from "../../shared/staff.ts";
import { BadGateway, Conflict } from "../errors.ts";
import { logFailure } from "../log.ts";
import type { Occasion } from "../occasion.ts";
import { noteInvited } from "./bring.ts";
import { alone, pool, rows } from "./here.ts";
import { known, memberOf } from "./members.ts";
import {
  calledOf,
  create,
  createAgain,
  invited,
  type Person,
  personOf,
  roleAmong,
  rolesOf,
  setRole,
} from "./pool.ts";
import { rowOf } from "./rows.ts";

/**
 * Invites by email. Asked again for the same, nobody is mailed twice, and what an earlier attempt left undone is done.
 * @throws Refusal when somebody of that address is in already, or the email cannot be sent
 */
export const invite = ({ email, name, role }: NewMember, occasion: Occasion): Promise<Member> =>
  alone(async () => {
    let person = await personOf(pool(), email);
    if (!person) {
      await mailing(() => create(pool(), email, name));
      person = await personOf(pool(), email);
      if (!person) throw new Error("Somebody who was just invited is not there.");
    }
    const { id } = person;
    const had = roleAmong(await rolesOf(pool(), id));
    if (!isOpen(person) || person.name !== name || (had && had !== role)) throw alreadyIn(person);
    await setRole(pool(), id, role);
    await noteInvited(rows(), person, occasion, { name, email, role }, "attribute_not_exists(#invited_at)");
    return memberOf(id);
  });

/** Seconds within which the same is no second wish, but the first one whose answer was lost. */
const aMoment = 60;

/** Mails an invitation again that is still open. @throws Refusal */
export const inviteAgain = (id: string, occasion: Occasion): Promise<Member> =>
  alone(async () => {
    const person = await known(id);
    if (!person.enabled) throw new Conflict(`${calledOf(person)} is shut out: let them in again first.`);
    if (!isOpen(person)) throw new Conflict(`${calledOf(person)} has come already, and needs no invitation.`);
    const { invited_at = 0 } = await rowOf(rows(), id);
    if (Date.now() / 1_000 - invited_at < aMoment) return memberOf(id);
    await mailing(() => createAgain(pool(), person.email));
    await noteInvited(rows(), person, occasion, { email: person.email });
    return memberOf(id);
  });

const isOpen = ({ enabled, status }: Person) => enabled && status === invited;

const alreadyIn = (person: Person) =>
  new Conflict(
    isOpen(person)
      ? `${calledOf(person)} is invited already, under this address. The invitation can be sent again.`
      : `${calledOf(person)} is on the staff already, under this address.`,
  );

/** A call of the SDK's whose answer was lost is made again, and finds what it made: that is no failure. */
async function mailing(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    const { name } = error as Error;
    if (name === "UsernameExistsException") return;
    if (name !== "CodeDeliveryFailureException") throw error;
    logFailure("invitation not mailed", error);
    throw new BadGateway("The invitation could not be mailed. Look at the list, and invite them again.");
  }
}
