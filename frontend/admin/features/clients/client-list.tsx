import type { Client } from "../../../../shared/clients/client.ts";
import { clientFields, clientStatusNames } from "../../../../shared/clients/fields.ts";
import { columnsOf } from "../../components/table/columns.ts";
import { exportOf } from "../../components/table/fields.ts";
import { rulesOf } from "../../components/table/list.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { SampleBadge } from "../../components/ui/SampleBadge.tsx";
import { formatInstant } from "../../labels/dates.ts";
import { MailProblemBadge } from "./MailProblem.tsx";

// The client directory: its search, order, columns and file, from the declared fields.

/** The company, else the client's name, as specified; empty for erased clients. */
const companyOf = ({ company, name, erased_at }: Client): string => (erased_at ? "" : company || name);

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] ?? "";

export const clientRules = rulesOf<Client>(clientFields, {
  filters: { status: ({ status }) => status },
  sortKeys: { company: companyOf },
  defaultOrder: { id: "name", desc: false },
});

export const statusFilter = {
  name: "status",
  label: "Status",
  options: [["", "All Status"], ...Object.entries(clientStatusNames)],
} as const;

export const clientsExport = exportOf<Client>("clients", clientFields);

export const clientColumns = columnsOf<Client>(clientFields, [
  {
    id: "name",
    width: "24%",
    card: "1 / 1",
    cell: ({ id, name, address, sample }) => (
      <Lines strong client={id} badges={<SampleBadge sample={sample} />} second={firstLine(address)}>
        {name}
      </Lines>
    ),
  },
  {
    id: "email",
    header: "Contact",
    width: "24%",
    card: "2 / 1 / auto / span 2",
    cell: ({ email, phone, erased_at, mail_problem }) =>
      erased_at ? (
        <span className="quiet">Erased on {formatInstant(erased_at)}</span>
      ) : (
        <Lines badges={<MailProblemBadge problem={mail_problem} />} second={phone}>
          {email}
        </Lines>
      ),
  },
  { id: "company", cell: (client) => <Lines>{companyOf(client)}</Lines> },
  {
    id: "status",
    width: "116px",
    tight: "100px",
    card: "1 / 2",
    cell: ({ status }) => (
      <Badge tone={status === "active" ? "fine" : "quiet"}>{clientStatusNames[status]}</Badge>
    ),
  },
  {
    id: "created_at",
    width: "132px",
    tight: "116px",
    cell: ({ created_at }) => <span className="figures">{formatInstant(created_at)}</span>,
  },
]);
