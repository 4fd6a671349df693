import type { Member } from "../../../../shared/staff.ts";
import type { Exported } from "../../components/table/export.ts";
import { roleNames, roleOf, stateNames } from "./words.ts";

/** Who is in as a file. */
export const exported: Exported<Member> = {
  name: "staff",
  columns: [
    ["Name", ({ name }) => name],
    ["Email", ({ email }) => email],
    ["Role", (member) => roleNames[roleOf(member)]],
    ["State", ({ state }) => stateNames[state]],
    ["Last sign-in", ({ signed_in_at }) => signed_in_at],
    ["Second factor", ({ second_factor }) => (second_factor ? "yes" : "")],
    ["Id", ({ id }) => id],
  ],
};
