import type { Member } from "../../../../shared/staff/staff.ts";
import type { Column } from "../../components/table/columns.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { formatMoment } from "../../labels/dates.ts";
import { invitationText, nameOf, roleNames, roleOf, stateNames } from "./labels.ts";

const tones = { active: "fine", invited: "soon", disabled: "quiet" } as const;

export const staffColumns = (me: string): Column<Member>[] => [
  {
    id: "name",
    header: "Name",
    card: "1 / 1",
    cell: (member) => (
      <Lines strong second={member.email}>
        {member.id === me ? `${nameOf(member)} (you)` : nameOf(member)}
      </Lines>
    ),
  },
  {
    id: "role",
    header: "Role",
    width: "110px",
    tight: "92px",
    card: "2 / 2",
    cell: (member) => roleNames[roleOf(member)],
  },
  {
    id: "signed_in",
    header: "Last sign-in",
    width: "200px",
    tight: "176px",
    cell: ({ signed_in_at }) =>
      signed_in_at ? (
        <time className="figures" dateTime={signed_in_at}>
          {formatMoment(signed_in_at)}
        </time>
      ) : (
        <span className="quiet">Never</span>
      ),
  },
  {
    id: "second_factor",
    header: "Second factor",
    width: "150px",
    tight: "132px",
    card: "2 / 1",
    cell: ({ second_factor }) =>
      second_factor ? "Second factor" : <span className="quiet">Password only</span>,
  },
  {
    id: "state",
    header: "State",
    width: "160px",
    tight: "140px",
    card: "1 / 2",
    cell: (member) => {
      const until = invitationText(member);
      return (
        <>
          <Badge tone={tones[member.state]}>{stateNames[member.state]}</Badge>
          {until && <div className="quiet smaller">{until}</div>}
        </>
      );
    },
  },
];
