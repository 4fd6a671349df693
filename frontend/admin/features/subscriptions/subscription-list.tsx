import { Box } from "@mantine/core";
import { leftMoney, moneyOrder, priceText } from "../../../../shared/amount.ts";
import { owedTexts } from "../../../../shared/billing/open-charges.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { currencyOf } from "../../../../shared/money.ts";
import { subscriptionFields, subscriptionStatusNames } from "../../../../shared/subscriptions/fields.ts";
import { columnsOf } from "../../components/table/columns.ts";
import { Badge, MovedTag, SampleBadge, Tag } from "../../components/ui/Badge.tsx";
import { BillingDay } from "../../components/ui/BillingDay.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { companyBeside } from "../../rules/client-company.ts";
import { agreedTexts, frequencyName, statusNames, statusTones } from "../../rules/subscription-labels.ts";
import { type Entry, entryFields } from "./portfolio.ts";
import classes from "./SubscriptionsPage.module.css";

export const filters = [
  {
    name: "status",
    label: "Status",
    options: [["", "All Status"] as const, ...Object.entries(subscriptionStatusNames)],
  },
  {
    name: "frequency",
    label: "Frequency",
    options: [["", "All Frequencies"] as const, ...Object.entries(subscriptionFields.frequency.names)],
  },
];

/** What is owed of it, or left of a part payment. */
function secondAmount(entry: Entry): string | undefined {
  if (owesSeveral(entry) || entry.on_hold) return owedIn(entry)[0];
  return entry.paid ? `${leftMoney(entry)} left` : undefined;
}

/** A next price or an end has lines of its own. */
export const hasMoreLines = (entry: Entry): boolean => {
  const { price, end } = agreedTexts(entry);
  return price !== undefined || end !== undefined;
};

/** `mixed`: the list has more than one currency. `isTight`: the frequency stands beside the status. */
export const subscriptionColumns = ({ mixed, isTight }: { mixed: boolean; isTight: boolean }) =>
  columnsOf<Entry>(entryFields, [
    {
      id: "client_name",
      card: "1 / 1 / 3 / 2",
      cell: (entry) => (
        <Lines
          client={entry.client_id}
          strong
          badges={<Marks entry={entry} />}
          second={secondLine(entry)}
          secondOnCard
        >
          {entry.client_name}
        </Lines>
      ),
    },
    {
      id: "amount",
      title: mixed ? moneyOrder : undefined,
      width: "176px",
      tight: "166px",
      align: "right",
      card: "1 / 2",
      className: classes.small,
      cell: (entry) => (
        <span className="figures" title={owedIn(entry).join(", ") || undefined}>
          <span className={owesSeveral(entry) ? classes.price : undefined}>
            <Money>{priceText(entry.amount, currencyOf(entry))}</Money>
          </span>
          <Second>{secondAmount(entry)}</Second>
          <Second>{agreedTexts(entry).priceAmount}</Second>
          <Second>{agreedTexts(entry).priceDay}</Second>
        </span>
      ),
    },
    {
      id: "frequency",
      width: "130px",
      tight: "122px",
      className: classes.frequency,
      cell: ({ frequency }) => <Tag>{frequencyName(frequency)}</Tag>,
    },
    {
      id: "next_billing_date",
      header: "Next Billing",
      width: "156px",
      tight: "146px",
      card: "2 / 2",
      className: `${classes.small} ${classes.next}`,
      cell: ({ next_billing_date, state, ...entry }) => (
        <>
          <BillingDay day={next_billing_date} state={state} />
          <Second>{agreedTexts(entry).end}</Second>
        </>
      ),
    },
    {
      id: "status",
      width: "110px",
      tight: isTight ? "172px" : "100px",
      cell: ({ status, frequency, start_date }) => (
        <span data-status={status}>
          <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>
          <span className={`quiet smaller ${classes.howOften}`}>{frequencyName(frequency)}</span>
          <span className={`quiet smaller figures ${classes.since}`} title="Started">
            {startOf(start_date)}
          </span>
        </span>
      ),
    },
    {
      id: "start_date",
      width: "128px",
      tight: "110px",
      className: `${classes.small} ${classes.started}`,
      cell: ({ start_date }) => <span className="figures">{startOf(start_date)}</span>,
    },
  ]);

const secondLine = ({ client_name, client_company, service, client_email }: Entry) =>
  [companyBeside(client_name, client_company), service ?? client_email].filter(Boolean).join(" · ");

const startOf = (start: string) => formatDay(start.slice(0, "YYYY-MM-DD".length));
const owedIn = ({ subscription, counts, today }: Entry) => (counts ? owedTexts(subscription, today) : []);
/** More than one charge is overdue: their sum counts, not the price. */
const owesSeveral = (entry: Entry) => owedIn(entry).length > 1;

const Second = ({ children }: { children: string | undefined }) =>
  children && (
    <Box component="span" className="quiet smaller" display="block">
      <Money>{children}</Money>
    </Box>
  );

/** Badges for unusual states. */
const Marks = ({ entry: { sample, former, muted, mail_problem } }: { entry: Entry }) => (
  <>
    <SampleBadge sample={sample} />
    <MovedTag former={former} />
    {muted && (
      <span title="The daily run sends no reminders for this subscription.">
        <Tag>Muted</Tag>
      </span>
    )}
    {mail_problem && (
      <span title="Emails to this client bounced or were marked as spam. Reminders do not reach them.">
        <Badge tone="overdue">No email</Badge>
      </span>
    )}
  </>
);
