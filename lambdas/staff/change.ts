import type { Member } from "../../shared/staff.ts";
import type { Occasion } from "../occasion.ts";
import { bring } from "./bring.ts";
import { alone, pool, rows } from "./here.ts";
import { known, memberOf } from "./members.ts";
import type { State } from "./rows.ts";

/**
 * Brings somebody to a role, in or out, and off their second factor.
 * @throws Refusal when nobody would be left to administer, or somebody else is changing the staff
 */
export const changeMember = (id: string, wanted: Partial<State>, occasion: Occasion): Promise<Member> =>
  alone(async () => {
    await bring({ ...pool(), rows: rows() }, await known(id), wanted, occasion);
    return memberOf(id);
  });
