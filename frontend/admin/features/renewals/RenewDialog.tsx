import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { followingDate, whyNone } from "../../../../shared/billing.ts";
import type { Day } from "../../../../shared/day.ts";
import { NewRenewal, paidAhead, type Subscription } from "../../../../shared/subscriptions.ts";
import { failureText } from "../../../api.ts";
import { AmountField } from "../../components/form/AmountField.tsx";
import { errorsOf } from "../../components/form/errors.ts";
import { Failure } from "../../components/form/Failure.tsx";
import { FormDialog } from "../../components/form/FormDialog.tsx";
import { focusFirstError } from "../../components/form/focus-first-error.ts";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { announce } from "../../components/ui/announce.ts";
import { Notice } from "../../components/ui/Notice.tsx";
import { clientList, subscriptionList } from "../../queries/lists.ts";
import { renewalsOf } from "../../queries/renewals.ts";
import { amountOf, dollars } from "../../words/amount.ts";
import { formatDay } from "../../words/dates.ts";
import { useRenewals } from "./queries.ts";
import classes from "./RenewDialog.module.css";

/** Waits for the subscription, not for its client, who is only named. */
export default function RenewDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const subscriptions = useQuery(subscriptionList).data;
  const clients = useQuery(clientList).data;
  const subscription = subscriptions?.subscriptions.find((one) => one.id === id);
  if (!subscriptions || !subscription) return null;
  const client = clients?.clients.find((one) => one.id === subscription.client_id);
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
  const { form } = record;
  const busy = renew.isPending || undo.isPending;
  const input = (field: "paid_on" | "amount" | "reference") => ({
    ...form.getInputProps(field),
    disabled: renew.isPending,
  });

  const submit = form.onSubmit((values) => {
    if (busy) return;
    renew.mutate(bodyOf(values, period), {
      onSuccess: (answer) => {
        record.forget();
        announce(
          `${clientName} is paid; the next billing date is ${formatDay(answer.subscription.next_billing_date)}.`,
        );
        onClose();
      },
    });
  }, focusFirstError);

  return (
    <FormDialog
      title={`Renew: ${clientName}`}
      dirty={record.dirty}
      busy={busy}
      button="Renew"
      busyButton={renew.isPending ? "Saving..." : "Renew"}
      onSubmit={submit}
      onClose={onClose}
      onDiscard={() => {
        record.forget();
        onClose();
      }}
      restored={record.restored}
      onStartOver={() => record.startOver()}
      failure={
        renew.error && (
          <Failure
            error={renew.error}
            text={failureText(
              renew.error,
              "Failed to save the renewal",
              "An error occurred while saving the renewal",
            )}
            reload={async () => {
              setSubscription(await latest());
              renew.reset();
            }}
          />
        )
      }
      below={<Record id={id} undo={undo} onUndo={setSubscription} />}
    >
      {subscription.sample && (
        <Notice tone="plain" quiet>
          This is sample data: what is recorded here is made up too, and goes when the sample data is removed.
        </Notice>
      )}
      <p className={classes.what}>
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
        description="An M-Pesa code or a cheque number, if there is one."
        autoComplete="off"
        {...input("reference")}
      />
    </FormDialog>
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

type RecordProps = {
  id: string;
  undo: ReturnType<typeof useRenewals>["undo"];
  onUndo: (subscription: Subscription) => void;
};

/** The renewals on record, newest first; only the newest can be undone. */
function Record({ id, undo, onUndo }: RecordProps) {
  const { data, error, isPending, refetch } = useQuery(renewalsOf(id));
  return (
    <section className={classes.record} aria-label="Renewals on record">
      <h3>Renewals on record</h3>
      {isPending && <p role="status">Loading renewals...</p>}
      {error && (
        <Notice
          tone="error"
          action={
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {failureText(error, "Failed to fetch renewals", "An error occurred while fetching renewals")}
        </Notice>
      )}
      {undo.error && (
        <Notice tone="error">
          {failureText(
            undo.error,
            "Failed to undo the renewal",
            "An error occurred while undoing the renewal",
          )}
        </Notice>
      )}
      {undo.data?.note && (
        <Notice tone="warning" quiet>
          {undo.data.note}
        </Notice>
      )}
      {data?.length === 0 && <p>None yet. The first one will be listed here.</p>}
      <ul>
        {data?.map((renewal, index) => (
          <li key={renewal.period}>
            <div>
              <div className="figures">
                {formatDay(renewal.period)} · {dollars(renewal.amount)}
              </div>
              <div className={classes.second}>
                Paid {formatDay(renewal.paid_on)}
                {renewal.reference && ` · ${renewal.reference}`}
              </div>
            </div>
            {index === 0 && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Undo the renewal of ${formatDay(renewal.period)}`}
                aria-disabled={undo.isPending}
                onClick={() => {
                  if (undo.isPending) return;
                  undo.mutate(renewal.period, {
                    onSuccess: ({ subscription, note }) => {
                      onUndo(subscription);
                      announce(note ?? `The period of ${formatDay(renewal.period)} is unpaid again.`);
                    },
                  });
                }}
              >
                {undo.isPending ? "Undoing..." : "Undo"}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
