import type { Member } from "../../../../shared/staff/staff.ts";
import type { CsvExport } from "../../components/table/export.ts";
import { roleNames, roleOf, stateNames } from "./labels.ts";

export const staffExport: CsvExport<Member> = {
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
