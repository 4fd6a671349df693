import type { Day } from "../../../../shared/day.ts";
import { type Columns, columnsFor } from "../../components/table/columns.ts";
import { RowButton } from "../../components/table/RowButton.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { SampleBadge } from "../../components/ui/SampleBadge.tsx";
import { WhatsAppLink } from "../../components/ui/WhatsAppLink.tsx";
import { priceText } from "../../words/amount.ts";
import { frequencyName, renewalNote, statusNames, statusTones } from "../../words/billing.ts";
import { formatDay, formatLongDay } from "../../words/dates.ts";
import type { Entry } from "./portfolio.ts";
import classes from "./SubscriptionsPage.module.css";

const column = columnsFor<Entry>();

type Open = (dialog: "edit" | "renew" | "remind", id: string) => void;

export const subscriptionColumns = (open: Open, today: Day): Columns<Entry> =>
  column.columns([
    column.accessor("client_name", {
      id: "client",
      header: "Client",
      meta: { className: classes.client },
      cell: ({ row: { original } }) => (
        <>
          <div className={classes.head}>
            <span className={classes.name} title={original.client_name}>
              {original.client_name}
            </span>
            <SampleBadge sample={original.subscription.sample} />
            {original.subscription.muted && (
              <span title="The daily run leaves this subscription out.">
                <Badge tone="quiet" dot={false}>
                  Muted
                </Badge>
              </span>
            )}
            {original.mail_problem && (
              <span title="Mail to this client came back or was marked as spam: reminders do not reach them.">
                <Badge tone="overdue">No mail</Badge>
              </span>
            )}
          </div>
          <div className={classes.second}>{original.client_email}</div>
        </>
      ),
    }),
    column.accessor(({ subscription }) => subscription.amount, {
      id: "amount",
      header: "Amount",
      meta: { className: classes.amount },
      cell: ({ getValue }) => <span className="figures">{priceText(getValue())}</span>,
    }),
    column.accessor(({ subscription }) => subscription.frequency, {
      id: "frequency",
      header: "Frequency",
      meta: { className: classes.frequency },
      cell: ({ getValue }) => (
        <Badge tone="quiet" dot={false}>
          {frequencyName(getValue())}
        </Badge>
      ),
    }),
    column.accessor(({ subscription }) => subscription.next_billing_date, {
      id: "next",
      header: "Next Billing",
      meta: { className: classes.next },
      cell: ({ row: { original }, getValue }) => (
        <>
          <span className="figures" title={formatLongDay(getValue())}>
            {formatDay(getValue())}
          </span>{" "}
          <span className={classes.note} data-state={original.state.name}>
            {renewalNote(original.state)}
          </span>
        </>
      ),
    }),
    column.accessor(({ subscription }) => subscription.status, {
      id: "status",
      header: "Status",
      meta: { className: classes.status },
      cell: ({ getValue }) => (
        <span className={classes.state} data-status={getValue()}>
          <Badge tone={statusTones[getValue()]}>{statusNames[getValue()]}</Badge>
        </span>
      ),
    }),
    column.accessor(({ subscription }) => subscription.start_date, {
      id: "started",
      header: "Started",
      meta: { className: classes.started },
      cell: ({ getValue }) => <span className="figures">{formatDay(getValue().slice(0, 10))}</span>,
    }),
    column.display({
      id: "actions",
      header: "Actions",
      meta: { className: classes.actions },
      cell: ({ row: { original } }) => (
        <div className={classes.buttons}>
          {original.state.name !== "none" && <Reminding entry={original} open={open} today={today} />}
          <RowButton
            icon="renew"
            label={`Renew ${original.client_name}`}
            onClick={() => open("renew", original.id)}
          />
          <RowButton
            icon="edit"
            label={`Edit the subscription of ${original.client_name}`}
            onClick={() => open("edit", original.id)}
          />
        </div>
      ),
    }),
  ]) as Columns<Entry>;

/** The two ways to remind a client whose period is due: a chat, and an email. */
const Reminding = ({ entry, open, today }: { entry: Entry; open: Open; today: Day }) => (
  <>
    {!entry.subscription.sample && (
      <WhatsAppLink
        client={{ name: entry.client_name, phone: entry.client_phone }}
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
