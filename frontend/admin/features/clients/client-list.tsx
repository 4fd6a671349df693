import { moneyOrder } from "../../../../shared/amount.ts";
import { clientFields, clientStatusNames } from "../../../../shared/clients/fields.ts";
import type { MailProblem } from "../../../../shared/clients/mail-problem.ts";
import { formatInstant } from "../../../../shared/dates.ts";
import { type Currency, toSums } from "../../../../shared/money.ts";
import { reasonText } from "../../../../shared/reminders/email-failures.ts";
import { columnsOf } from "../../components/table/columns.ts";
import { Badge, SampleBadge } from "../../components/ui/Badge.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { SumLines } from "../../components/ui/SumLines.tsx";
import type { OwingClient } from "../../queries/with-owed.ts";
import { companyBeside, companyOf } from "../../rules/client-company.ts";
import { mailProblemTexts } from "./list.ts";

// The client directory: its filter and columns, from the declared fields.

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0] ?? "";

export const statusFilter = {
  name: "status",
  label: "Status",
  options: [["", "All Status"], ...Object.entries(clientStatusNames)],
} as const;

type Options = {
  usual: Currency;
  /** The company stands below the name, and the day is only on the client's page. */
  isTight: boolean;
  /** The name has a line for itself. What is unusual stands beside it; the sheet of a card has the status. */
  cards: boolean;
};

export const clientColumns = ({ usual, isTight, cards }: Options) =>
  allColumns({ usual, isTight, cards }).filter(
    ({ id }) => !(isTight && (id === "company" || id === "created_at")),
  );

const allColumns = ({ usual, isTight, cards }: Options) =>
  columnsOf<OwingClient>(clientFields, [
    {
      id: "name",
      width: "22%",
      tight: isTight ? "30%" : "22%",
      card: "1 / 1 / 2 / 3",
      cell: ({ id, name, company, address, sample, status }) => (
        <Lines
          strong
          client={id}
          badges={
            <>
              <SampleBadge sample={sample} />
              {cards && status !== "active" && <StatusBadge status={status} />}
            </>
          }
          company={isTight ? companyBeside(name, company) : undefined}
          second={firstLine(address)}
        >
          {name}
        </Lines>
      ),
    },
    {
      id: "email",
      header: "Contact",
      width: "24%",
      tight: isTight ? "auto" : "24%",
      card: "2 / 1",
      cell: ({ email, phone, erased_at, mail_problem }) =>
        erased_at ? (
          <span className="quiet">{`Erased on ${formatInstant(erased_at)}`}</span>
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
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: "overdue",
      header: "Overdue",
      title: moneyOrder,
      width: "148px",
      tight: "140px",
      align: "right",
      card: "2 / 2",
      className: "figures",
      cell: ({ overdue }) => overdue && <SumLines sums={toSums(overdue)} usual={usual} />,
    },
    {
      id: "created_at",
      width: "132px",
      tight: "116px",
      cell: ({ created_at }) => <span className="figures">{formatInstant(created_at)}</span>,
    },
  ]);

const StatusBadge = ({ status }: Pick<OwingClient, "status">) => (
  <Badge tone={status === "active" ? "fine" : "quiet"}>{clientStatusNames[status]}</Badge>
);

type Props = { problem: MailProblem | undefined };

export const MailProblemBadge = ({ problem }: Props) =>
  problem && (
    <span title={`${mailProblemTexts[problem.kind].happened}. We send no more email there.`}>
      <Badge tone="overdue">{mailProblemTexts[problem.kind].badge}</Badge>
    </span>
  );

/** Why email does not reach a client, and what to do. */
export const MailProblemNotice = ({ problem }: Props) =>
  problem && (
    <Notice tone="error" quiet>
      <p>{`${mailProblemTexts[problem.kind].happened} on ${formatInstant(problem.at)}, so we send no more email there.${problem.reason ? ` ${reasonText(problem.reason)}.` : ""}`}</p>
      <p>{mailProblemTexts[problem.kind].todo}</p>
    </Notice>
  );
