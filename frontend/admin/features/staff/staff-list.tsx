import { formatMoment } from "../../../../shared/dates.ts";
import { memberFields, memberStateNames, roleNames } from "../../../../shared/staff/fields.ts";
import type { Member } from "../../../../shared/staff/staff.ts";
import { nameOf } from "../../../../shared/staff/staff.ts";
import { columnsOf } from "../../components/table/columns.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { invitationText } from "./list.ts";

// The staff: their filters and columns, from the declared fields.

export const staffFilters = [
  { name: "role", label: "Role", options: [["", "All Roles"] as const, ...Object.entries(roleNames)] },
  {
    name: "state",
    label: "State",
    options: [["", "All States"] as const, ...Object.entries(memberStateNames)],
  },
];

const tones = { active: "fine", invited: "soon", disabled: "quiet" } as const;

export const staffColumns = (me: string) =>
  columnsOf<Member>(memberFields, [
    {
      id: "name",
      card: "1 / 1",
      cell: (member) => (
        <Lines strong second={member.email}>
          {member.id === me ? `${nameOf(member)} (you)` : nameOf(member)}
        </Lines>
      ),
    },
    { id: "role", width: "110px", tight: "92px", card: "2 / 2" },
    {
      id: "signed_in_at",
      width: "212px",
      tight: "208px",
      className: "figures",
      cell: ({ signed_in_at }) =>
        signed_in_at ? formatMoment(signed_in_at) : <span className="quiet">Never</span>,
    },
    {
      id: "second_factor",
      width: "150px",
      tight: "140px",
      card: "2 / 1",
      cell: ({ second_factor }) =>
        second_factor ? "Sign-in code" : <span className="quiet">Password only</span>,
    },
    {
      id: "state",
      width: "160px",
      tight: "148px",
      card: "1 / 2",
      cell: (member) => {
        const until = invitationText(member);
        return (
          <>
            <Badge tone={tones[member.state]}>{memberStateNames[member.state]}</Badge>
            {until && <div className="quiet smaller">{until}</div>}
          </>
        );
      },
    },
  ]);
