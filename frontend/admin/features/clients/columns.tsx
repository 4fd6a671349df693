import { type Columns, columnsFor } from "../../components/table/columns.ts";
import { RowButton } from "../../components/table/RowButton.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { SampleBadge } from "../../components/ui/SampleBadge.tsx";
import { formatInstant } from "../../words/dates.ts";
import classes from "./ClientsPage.module.css";
import { companyOf, type Entry, firstLine, statusNames } from "./directory.ts";
import { MailProblemBadge } from "./MailProblem.tsx";

const column = columnsFor<Entry>();

export const clientColumns = (edit: (id: string) => void): Columns<Entry> =>
  column.columns([
    column.accessor(({ client }) => client.name, {
      id: "name",
      header: "Client",
      meta: { className: classes.client },
      cell: ({ row: { original } }) => (
        <>
          <div className={classes.reach}>
            <span className={classes.name} title={original.client.name}>
              {original.client.name}
            </span>
            <SampleBadge sample={original.client.sample} />
          </div>
          <div className={classes.second}>{firstLine(original.client.address)}</div>
        </>
      ),
    }),
    column.accessor(({ client }) => client.email, {
      id: "email",
      header: "Contact",
      meta: { className: classes.contact },
      cell: ({ row: { original } }) =>
        original.client.erased_at ? (
          <span className={classes.erased}>Erased on {formatInstant(original.client.erased_at)}</span>
        ) : (
          <>
            <div className={classes.reach}>
              <span className={classes.email} title={original.client.email}>
                {original.client.email}
              </span>
              <MailProblemBadge problem={original.client.mail_problem} />
            </div>
            <div className={classes.second}>{original.client.phone}</div>
          </>
        ),
    }),
    column.accessor(({ client }) => companyOf(client), {
      id: "company",
      header: "Company",
      meta: { className: classes.company },
      cell: ({ getValue }) => (
        <div className={classes.one} title={getValue()}>
          {getValue()}
        </div>
      ),
    }),
    column.accessor(({ client }) => client.status, {
      id: "status",
      header: "Status",
      meta: { className: classes.status },
      cell: ({ getValue }) => (
        <Badge tone={getValue() === "active" ? "fine" : "quiet"}>{statusNames[getValue()]}</Badge>
      ),
    }),
    column.accessor(({ client }) => client.created_at, {
      id: "added",
      header: "Added",
      meta: { className: classes.added },
      cell: ({ getValue }) => <span className="figures">{formatInstant(getValue())}</span>,
    }),
    column.display({
      id: "actions",
      header: "Actions",
      meta: { className: classes.actions },
      cell: ({ row: { original } }) =>
        original.client.erased_at ? null : (
          <RowButton icon="edit" label={`Edit ${original.client.name}`} onClick={() => edit(original.id)} />
        ),
    }),
  ]) as Columns<Entry>;
