import { dayAt } from "../../../../shared/day.ts";
import type { Member } from "../../../../shared/staff/staff.ts";
import type { ListRules } from "../../components/table/list.ts";
import { searchable } from "../../components/table/search.ts";
import { formatDay } from "../../labels/dates.ts";

export const roleNames = { admin: "Admin", staff: "Staff", none: "No role" } as const;
export const stateNames = { active: "Active", invited: "Invited", disabled: "Disabled" } as const;

export const nameOf = ({ name, email }: Pick<Member, "name" | "email">): string => name || email;

export const roleOf = ({ role }: Member) => role ?? "none";

/** Until when an invitation is valid. */
export function invitationText({ state, invited_until }: Member): string | undefined {
  if (state !== "invited" || !invited_until) return undefined;
  return invited_until < dayAt(Date.now())
    ? `expired ${formatDay(invited_until)}`
    : `valid until ${formatDay(invited_until)}`;
}

export const staffRules: ListRules<Member> = {
  textOf: ({ name, email }) => searchable(name, email),
  filters: { role: roleOf, state: ({ state }) => state },
  sortKeys: {
    name: (member) => nameOf(member).toLocaleLowerCase("en"),
    role: roleOf,
    signed_in: ({ signed_in_at }) => signed_in_at ?? "",
    state: ({ state }) => state,
  },
  defaultOrder: { id: "name", desc: false },
};
