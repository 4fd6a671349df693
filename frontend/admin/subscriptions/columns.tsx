import { priceText } from "../billing/amount.ts";
import { frequencyNames, renewalNote, statusNames, statusTones } from "../billing/words.ts";
import { Badge } from "../look/Badge.tsx";
import { formatDay, formatLongDay } from "../look/dates.ts";
import { type Columns, columnsFor } from "../table/columns.ts";
import { RowButton } from "../table/RowButton.tsx";
import type { Entry } from "./portfolio.ts";
import classes from "./SubscriptionsPage.module.css";

const column = columnsFor<Entry>();

export const subscriptionColumns = (open: (dialog: "edit" | "renew", id: string) => void): Columns<Entry> =>
  column.columns([
    column.accessor("client_name", {
      id: "client",
      header: "Client",
      meta: { className: classes.client },
      cell: ({ row: { original } }) => (
        <>
          <div className={classes.name} title={original.client_name}>
            {original.client_name}
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
          {frequencyNames[getValue()]}
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
        <>
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
        </>
      ),
    }),
  ]) as Columns<Entry>;
