import { leftMoney, leftText } from "../../../../shared/amount.ts";
import { formatDay, formatMoment, formatTime } from "../../../../shared/dates.ts";
import { emailKindNames } from "../../../../shared/reminders/fields.ts";
import { deliveryStatuses } from "../../../../shared/reminders/labels.ts";
import { columnsOf } from "../../components/table/columns.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { companyBeside } from "../../rules/client-company.ts";
import { frequencyName } from "../../rules/subscription-labels.ts";
import { type Expected, expectedRowFields, factsOf, type Line, lineFields, meaningOf } from "./list.ts";

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

export const expectedColumns = columnsOf<Expected>(expectedRowFields, [
  recipient,
  {
    id: "kind",
    card: "2 / 1",
    cell: ({ kind, period }) => <Lines second={`due ${formatDay(period)}`}>{emailKindNames[kind]}</Lines>,
  },
  {
    id: "amount",
    width: "146px",
    align: "right",
    card: "2 / 2",
    className: "figures",
    cell: (reminder) => (
      <span title={[frequencyName(reminder.frequency ?? ""), leftText(reminder)].filter(Boolean).join("\n")}>
        <Money>{leftMoney(reminder)}</Money>
      </span>
    ),
  },
  {
    id: "outcome",
    width: "164px",
    tight: "152px",
    card: "1 / 2",
    cell: ({ outcome }) =>
      outcome === "sending" ? <Badge tone="fine">Will be sent</Badge> : <Badge tone="quiet">Skipped</Badge>,
  },
  { id: "skipped", width: "25%", tight: "20%", cell: ({ skipped }) => reasonCell(skipped) },
]);
