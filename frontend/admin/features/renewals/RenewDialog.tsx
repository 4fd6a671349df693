import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { followingDate, whyNone } from "../../../../shared/billing.ts";
import type { Day } from "../../../../shared/day.ts";
import { NewRenewal, paidAhead, type Subscription } from "../../../../shared/subscriptions.ts";
import { AmountField } from "../../components/form/AmountField.tsx";
import { errorsOf } from "../../components/form/errors.ts";
import { RecordDialog } from "../../components/form/RecordDialog.tsx";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { clientList } from "../../queries/clients.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";
import { amountOf } from "../../words/amount.ts";
import { formatDay } from "../../words/dates.ts";
import { OnRecord } from "./OnRecord.tsx";
import { useRenewals } from "./queries.ts";

/** Waits for the subscription, not for its client, who is only named. */
export default function RenewDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const subscriptions = useQuery(subscriptionList).data;
  const clients = useQuery(clientList).data;
  const subscription = subscriptions?.rows.find((one) => one.id === id);
  if (!subscriptions || !subscription) return null;
  const client = clients?.rows.find((one) => one.id === subscription.client_id);
  return (
    <Renewing
      subscription={subscription}
      clientName={client?.name ?? (clients?.complete ? "this client" : "…")}
      today={subscriptions.today}
      onClose={onClose}
    />
  );
}

type Props = { subscription: Subscription; clientName: string; today: Day; onClose: () => void };

/**
 * Records the payment of the period that was due next when the dialog opened, whatever is recorded
 * elsewhere meanwhile; shows what was recorded before, and undoes it.
 */
function Renewing({ subscription: opened, clientName, today, onClose }: Props) {
  const [subscription, setSubscription] = useState(opened);
  const { id, next_billing_date: period, billing_anchor, frequency } = subscription;
  const { renew, undo, latest } = useRenewals(id);
  const next = followingDate({ anchor: billing_anchor, frequency }, period);
  const record = useRecordForm({
    name: `renewal:${id}`,
    stored: { values: { paid_on: today, amount: subscription.amount.toFixed(2), reference: "" } },
    validate: (values) => errorsIn(values, period, today),
  });
  const input = record.inputs(renew.isPending);

  return (
    <RecordDialog
      title={`Renew: ${clientName}`}
      button="Renew"
      record={record}
      save={renew}
      bodyOf={(values) => bodyOf(values, period)}
      saidOf={({ subscription: { next_billing_date } }) =>
        `${clientName} is paid; the next billing date is ${formatDay(next_billing_date)}.`
      }
      failed={["Failed to save the renewal", "An error occurred while saving the renewal"]}
      reload={async () => setSubscription(await latest())}
      busy={undo.isPending}
      onClose={onClose}
      below={<OnRecord id={id} undo={undo} onUndo={setSubscription} />}
    >
      {subscription.sample && (
        <Notice tone="plain" quiet>
          This is sample data: what is recorded here is made up too, and goes when the sample data is removed.
        </Notice>
      )}
      <p style={{ lineHeight: 1.5 }}>
        The period due on <strong>{formatDay(period)}</strong> was paid.{" "}
        {next === undefined ? (
          whyNone(frequency)
        ) : (
          <>
            The next billing date becomes <strong>{formatDay(next)}</strong>.
          </>
        )}
      </p>
      <TextInput label="Paid on" type="date" required max={today} data-autofocus {...input("paid_on")} />
      <AmountField {...input("amount")} />
      <TextInput
        label="Reference"
        autoComplete="off"
        {...input("reference", "An M-Pesa code or a cheque number, if there is one.")}
      />
    </RecordDialog>
  );
}

type Values = { paid_on: string; amount: string; reference: string };

const bodyOf = ({ paid_on, amount, reference }: Values, period: Day): NewRenewal => ({
  period,
  paid_on,
  amount: amountOf(amount),
  reference,
});

function errorsIn(values: Values, period: Day, today: Day): Record<string, string> {
  const early = paidAhead(values.paid_on, today);
  return { ...(early && { paid_on: early }), ...errorsOf(NewRenewal, bodyOf(values, period)) };
}
