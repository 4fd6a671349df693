import type { Day } from "../../../../shared/day.ts";
import { currencyOf } from "../../../../shared/money.ts";
import type { Column } from "../../components/table/columns.ts";
import { RowButton } from "../../components/table/RowButton.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { BillingDay } from "../../components/ui/BillingDay.tsx";
import { Lines } from "../../components/ui/Lines.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { SampleBadge } from "../../components/ui/SampleBadge.tsx";
import { WhatsAppLink } from "../../components/ui/WhatsAppLink.tsx";
import { leftMoney, leftText, moneyOrder, priceText } from "../../labels/amount.ts";
import { frequencyName, statusNames, statusTones } from "../../labels/billing.ts";
import { formatDay } from "../../labels/dates.ts";
import type { Entry } from "./portfolio.ts";
import classes from "./SubscriptionsPage.module.css";

type Open = (dialog: "edit" | "renew" | "remind", id: string) => void;

/** `mixed`: the list has more than one currency. */
export const subscriptionColumns = (open: Open, today: Day, mixed: boolean): Column<Entry>[] => [
  {
    id: "client",
    header: "Client",
    card: "1 / 1",
    className: classes.client,
    cell: (entry) => (
      <Lines
        client={entry.subscription.client_id}
        strong
        badges={<Marks entry={entry} />}
        second={entry.subscription.service ?? entry.client_email}
      >
        {entry.client_name}
      </Lines>
    ),
  },
  {
    id: "amount",
    header: "Amount",
    title: mixed ? moneyOrder : undefined,
    width: "156px",
    tight: "140px",
    align: "right",
    card: "1 / 2",
    className: classes.small,
    cell: ({ subscription }) => (
      <span className="figures" title={leftText(subscription) || undefined}>
        <Money>{priceText(subscription.amount, currencyOf(subscription))}</Money>
        {subscription.paid && (
          <span className={`quiet smaller ${classes.left}`}>
            <Money>{`${leftMoney(subscription)} left`}</Money>
          </span>
        )}
      </span>
    ),
  },
  {
    id: "frequency",
    header: "Frequency",
    width: "130px",
    tight: "118px",
    cell: ({ subscription }) => (
      <Badge tone="quiet" dot={false}>
        {frequencyName(subscription.frequency)}
      </Badge>
    ),
  },
  {
    id: "next",
    header: "Next Billing",
    width: "156px",
    tight: "146px",
    // On a card, active subscriptions show a note beside the date, the others show their status.
    card: "2 / 1 / 3 / 3",
    className: classes.small,
    cell: ({ subscription: { next_billing_date: day }, state }) => <BillingDay day={day} state={state} />,
  },
  {
    id: "status",
    header: "Status",
    width: "110px",
    tight: "102px",
    card: "2 / 2",
    cell: ({ subscription: { status } }) => (
      <span className={classes.state} data-status={status}>
        <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>
      </span>
    ),
  },
  {
    id: "started",
    header: "Started",
    width: "128px",
    tight: "112px",
    className: classes.small,
    cell: ({ subscription }) => (
      <span className="figures">{formatDay(subscription.start_date.slice(0, 10))}</span>
    ),
  },
  {
    id: "actions",
    header: "Actions",
    width: "152px",
    tight: "128px",
    align: "right",
    cell: (entry) => (
      <div className={classes.buttons}>
        {entry.state.name !== "none" && <ReminderButtons entry={entry} open={open} today={today} />}
        <RowButton
          icon="renew"
          label={`Renew ${entry.client_name}`}
          shortcut="r"
          onClick={() => open("renew", entry.id)}
        />
        <RowButton
          icon="edit"
          label={`Edit the subscription of ${entry.client_name}`}
          onClick={() => open("edit", entry.id)}
        />
      </div>
    ),
  },
];

/** Badges for unusual states. */
const Marks = ({ entry: { subscription, mail_problem } }: { entry: Entry }) => (
  <>
    <SampleBadge sample={subscription.sample} />
    {subscription.muted && (
      <span title="The daily run sends no reminders for this subscription.">
        <Badge tone="quiet" dot={false}>
          Muted
        </Badge>
      </span>
    )}
    {mail_problem && (
      <span title="Emails to this client bounced or were marked as spam. Reminders do not reach them.">
        <Badge tone="overdue">No email</Badge>
      </span>
    )}
  </>
);

/** The buttons that remind a client: WhatsApp and email. */
const ReminderButtons = ({ entry, open, today }: { entry: Entry; open: Open; today: Day }) => (
  <>
    {!entry.subscription.sample && (
      <WhatsAppLink
        client={{
          name: entry.client_name,
          phone: entry.client_phone,
          payment_reference: entry.client_reference,
          language: entry.client_language,
        }}
        due={entry.subscription}
        today={today}
      />
    )}
    <RowButton
      icon="send"
      label={`Send a reminder to ${entry.client_name} again`}
      onClick={() => open("remind", entry.id)}
    />
  </>
);
