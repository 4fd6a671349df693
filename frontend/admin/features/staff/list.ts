import { formatDay } from "../../../../shared/dates.ts";
import { dayAt } from "../../../../shared/day.ts";
import { memberFields } from "../../../../shared/staff/fields.ts";
import { type Member, nameOf } from "../../../../shared/staff/staff.ts";
import { exportOf } from "../../rules/list-fields.ts";
import { rulesOf } from "../../rules/list-rules.ts";

// The staff: their search, order and file, from the declared fields.

const roleOf = ({ role }: Member) => role ?? "none";

/** Until when an invitation is valid. */
export function invitationText({ state, invited_until }: Member): string | undefined {
  if (state !== "invited" || !invited_until) return undefined;
  return invited_until < dayAt(Date.now())
    ? `expired ${formatDay(invited_until)}`
    : `until ${formatDay(invited_until)}`;
}

export const staffRules = rulesOf<Member>(memberFields, {
  filters: { role: roleOf, state: ({ state }) => state },
  sortKeys: { name: nameOf },
  defaultOrder: { id: "name", desc: false },
});

export const staffExport = exportOf<Member>("staff", memberFields);
