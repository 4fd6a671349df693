import type { Member } from "../../shared/staff.ts";
import { changed, staffSubject } from "../activity/store.ts";
import { transact } from "../database.ts";
import type { Occasion } from "../occasion.ts";
import { updateIf } from "../update-if.ts";
import { alone, pool } from "./here.ts";
import { known, memberOf } from "./members.ts";
import {
  calledOf,
  dropSecondFactor,
  keepAnAdmin,
  letIn,
  roleAmong,
  rolesOf,
  setRole,
  shutOut,
} from "./pool.ts";
import { endedNow, endedWith } from "./rows.ts";
import * as store from "./store.ts";

/**
 * Brings somebody to a role, in or out, and off their second factor. How it was is noted before the user pool is told;
 * the note goes in the transaction that records the change. Cut off anywhere, it is brought to its end by asking again.
 * @throws Refusal when nobody would be left to administer, or somebody else is changing the staff
 */
export const changeMember = (id: string, wanted: Partial<store.State>, occasion: Occasion): Promise<Member> =>
  alone(async () => {
    const person = await known(id);
    const roles = await rolesOf(pool(), id);
    const { enabled, second_factor } = person;
    const now: store.State = { role: roleAmong(roles), shut_out: !enabled, second_factor };
    const { before = now } = await store.get(id);
    const after = { ...now, ...wanted };
    if (isSame(before, after) && isSame(now, after)) return memberOf(id);

    const wasAdmin = before.role === "admin" || now.role === "admin";
    if (wasAdmin && (after.role !== "admin" || after.shut_out))
      await keepAnAdmin(pool(), id, calledOf(person));
    // Whom the pool refuses from here on is told why.
    await updateIf(store.placeOf(id), { set: { before, ...(after.shut_out && endedNow(true)) } });
    if (after.role && after.role !== now.role) await setRole(pool(), id, after.role);
    if (after.shut_out) await shutOut(pool(), id);
    else if (now.shut_out) await letIn(pool(), id);
    if (!after.second_factor && now.second_factor) await dropSecondFactor(pool(), id);

    // A new role takes a new token, which the browser fetches as soon as it hears that the old one is over.
    const ends = after.shut_out || before.role !== after.role;
    await transact([
      store.changing(id, {
        remove: ["before", ...endedWith(after.shut_out)],
        ...(ends && { set: endedNow(after.shut_out) }),
      }),
      ...changed(
        "staff-changed",
        { subject: staffSubject, member_id: id, member: calledOf(person) },
        before,
        after,
        occasion,
      ),
    ]);
    return memberOf(id);
  });

const isSame = (one: store.State, other: store.State) =>
  one.role === other.role && one.shut_out === other.shut_out && one.second_factor === other.second_factor;
