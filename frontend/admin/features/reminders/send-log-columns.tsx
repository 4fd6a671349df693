import { formatMoment, formatTime } from "../../../../shared/dates.ts";
import { emailKindNames } from "../../../../shared/reminders/fields.ts";
import { deliveryStatuses } from "../../../../shared/reminders/labels.ts";
import { columnsOf } from "../../components/table/columns.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { companyBeside } from "../../rules/client-company.ts";
import { factsOf, type Line, lineFields, meaningOf } from "./send-log.ts";

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
  {
    id: "reason",
    width: "25%",
    tight: "20%",
    cell: ({ reason }) => (
      <div className="cut quiet small" title={reason}>
        {reason}
      </div>
    ),
  },
]);
