import { formatMoment, formatTime } from "../../../../shared/dates.ts";
import type { Currency } from "../../../../shared/money.ts";
import { emailKindNames, expectedFields } from "../../../../shared/reminders/fields.ts";
import { deliveryStatuses } from "../../../../shared/reminders/labels.ts";
import { type Column, columnsOf } from "../../components/table/columns.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";
import { companyBeside } from "../../rules/client-company.ts";
import { factsOf, type Line, lineFields, meaningOf, type NextEmail } from "./list.ts";

// The send log and the next run: their columns, from the declared fields.

type Recipient = Pick<Line, "client_name" | "company" | "client_id" | "service" | "named">;

const recipient = {
  id: "client_name",
  names: true,
  width: "24%",
  tight: "22%",
  card: "1 / 1",
  cell: ({ client_name, company, client_id, service, named = service }: Recipient) => (
    <Lines
      client={client_id}
      company={companyBeside(client_name, company)}
      second={named && [service !== named && service, named].filter(Boolean).join(" · ")}
    >
      {client_name}
    </Lines>
  ),
} as const;

const reasonCell = (reason: string | undefined) => (
  <div className="cut quiet small" title={reason}>
    {reason}
  </div>
);

export const logColumns = columnsOf<Line>(lineFields, [
  {
    id: "at",
    width: "96px",
    tight: "88px",
    card: "2 / 2",
    className: "figures",
    cell: ({ at }) => <span title={formatMoment(at)}>{formatTime(at)}</span>,
  },
  recipient,
  {
    id: "kind",
    card: "2 / 1",
    cell: (line) => <Lines second={factsOf(line)}>{emailKindNames[line.kind]}</Lines>,
  },
  {
    id: "state",
    width: "164px",
    tight: "152px",
    card: "1 / 2",
    cell: (line) => {
      const { tone, name } = deliveryStatuses[line.state];
      return (
        <span title={meaningOf(line)}>
          <Badge tone={tone}>{name}</Badge>
        </span>
      );
    },
  },
  { id: "reason", width: "25%", tight: "20%", cell: ({ reason }) => reasonCell(reason) },
]);

export const nextRunColumns = (usual: Currency): Column<NextEmail>[] => [
  {
    id: "client_name",
    header: expectedFields.client_name.label,
    names: true,
    width: "28%",
    card: "1 / 1",
    cell: ({ client_name, company, client_id, services }) => (
      <Lines client={client_id} company={company} second={services}>
        {client_name}
      </Lines>
    ),
  },
  {
    id: "kind",
    header: expectedFields.kind.label,
    card: "2 / 1",
    cell: ({ kind, due, named }) => (
      <div title={named}>
        <Lines second={due}>{emailKindNames[kind]}</Lines>
      </div>
    ),
  },
  {
    id: "sums",
    header: expectedFields.amount.label,
    width: "146px",
    align: "right",
    card: "2 / 2",
    className: "figures",
    cell: ({ sums }) => <SumLines sums={sums} usual={usual} />,
  },
  {
    id: "outcome",
    header: "Result",
    width: "130px",
    card: "1 / 2",
    cell: ({ outcome }) =>
      outcome === "sending" ? <Badge tone="fine">Will be sent</Badge> : <Badge tone="quiet">Skipped</Badge>,
  },
  {
    id: "skipped",
    header: expectedFields.skipped.label,
    width: "26%",
    cell: ({ skipped }) => reasonCell(skipped),
  },
];
