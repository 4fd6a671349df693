import type { Column } from "../../components/table/columns.ts";
import { RowButton } from "../../components/table/RowButton.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { SampleBadge } from "../../components/ui/SampleBadge.tsx";
import { formatInstant } from "../../labels/dates.ts";
import classes from "./ClientsPage.module.css";
import { companyOf, type Entry, firstLine, statusNames } from "./directory.ts";
import { MailProblemBadge } from "./MailProblem.tsx";

export const clientColumns = (edit: (id: string) => void): Column<Entry>[] => [
  {
    id: "name",
    header: "Client",
    width: "24%",
    tight: "24%",
    card: "1 / 1",
    cell: ({ client }) => (
      <Lines
        strong
        client={client.id}
        badges={<SampleBadge sample={client.sample} />}
        second={firstLine(client.address)}
      >
        {client.name}
      </Lines>
    ),
  },
  {
    id: "email",
    header: "Contact",
    width: "24%",
    tight: "24%",
    card: "2 / 1 / auto / span 2",
    className: classes.contact,
    cell: ({ client }) =>
      client.erased_at ? (
        <span className="quiet">Erased on {formatInstant(client.erased_at)}</span>
      ) : (
        <Lines badges={<MailProblemBadge problem={client.mail_problem} />} second={client.phone}>
          {client.email}
        </Lines>
      ),
  },
  {
    id: "company",
    header: "Company",
    cell: ({ client }) => <Lines>{companyOf(client)}</Lines>,
  },
  {
    id: "status",
    header: "Status",
    width: "116px",
    tight: "100px",
    card: "1 / 2",
    cell: ({ client: { status } }) => (
      <Badge tone={status === "active" ? "fine" : "quiet"}>{statusNames[status]}</Badge>
    ),
  },
  {
    id: "added",
    header: "Added",
    width: "132px",
    tight: "116px",
    cell: ({ client }) => <span className="figures">{formatInstant(client.created_at)}</span>,
  },
  {
    id: "actions",
    header: "Actions",
    width: "84px",
    tight: "76px",
    align: "right",
    cell: ({ id, client }) =>
      client.erased_at ? null : (
        <RowButton icon="edit" label={`Edit ${client.name}`} onClick={() => edit(id)} />
      ),
  },
];
