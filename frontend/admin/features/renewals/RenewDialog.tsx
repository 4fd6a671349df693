import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { leftText, money } from "../../../../shared/amount.ts";
import { dueCents, payablePeriods } from "../../../../shared/billing/allocation.ts";
import { noNextDateText } from "../../../../shared/billing/next-billing-date.ts";
import {
  bodyOf,
  dueText,
  errorsIn,
  type Plan,
  planOf,
  type Rest,
  restOptions,
  type Values,
} from "../../../../shared/billing/payment-plan.ts";
import { recordedText } from "../../../../shared/billing/payment-texts.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import { type Currency, currencyOf, formatCents } from "../../../../shared/money.ts";
import { methodOptions } from "../../../../shared/payments/labels.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { AmountField } from "../../components/form/AmountField.tsx";
import { Pair } from "../../components/form/Dialog.tsx";
import { RadioList } from "../../components/form/RadioList.tsx";
import { RecordDialog } from "../../components/form/RecordDialog.tsx";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { Warning } from "../../components/form/Warning.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { useSubscription } from "../../queries/client-page.ts";
import { renewalsOf } from "../../queries/lists.ts";
import { PlanText } from "./PlanText.tsx";
import { useRenewals } from "./queries.ts";
import { RecordedPayments } from "./RecordedPayments.tsx";

/** Waits for the subscription, but not for its client's name. */
export default function RenewDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { subscription, client, today, complete } = useSubscription(id);
  if (!subscription) return null;
  return (
    <RenewForm
      subscription={subscription}
      clientName={client?.name ?? (complete ? "this client" : "…")}
      today={today}
      onClose={onClose}
    />
  );
}

type Props = { subscription: Subscription; clientName: string; today: Day; onClose: () => void };

/** Pays the period that was due when it opened, whatever is recorded meanwhile; lists payments, which can be undone. */
function RenewForm({ subscription: opened, clientName, today, onClose }: Props) {
  const [subscription, setSubscription] = useState(opened);
  const { id, next_billing_date: period, frequency } = subscription;
  const currency = currencyOf(subscription);
  const { renew, undo, latest, undoLater } = useRenewals(id);
  const periods = useMemo(() => payablePeriods(subscription), [subscription]);
  const first: Values = {
    paid_on: today,
    periods: "1",
    amount: dueText(periods, { periods: "1" }),
    rest: "",
    method: "",
    reference: "",
  };
  const record = useRecordForm<Values>({
    name: `renewal:${id}`,
    stored: { values: first },
    validate: (values) => errorsIn(values, periods, today, period),
  });
  const { form } = record;
  const { values } = form;
  const plan = planOf(periods, values);
  const input = record.inputs(renew.isPending);
  const duplicate = useQuery(renewalsOf(id)).data?.find(
    ({ reference }) => reference !== "" && reference === values.reference.trim(),
  );

  /** Updates an amount that nobody has edited to the amount due. */
  function updateAmount(due: ReturnType<typeof payablePeriods>, count = values.periods) {
    const untouched = values.amount === dueText(periods, values);
    form.setValues({ periods: count, ...(untouched && { amount: dueText(due, { periods: count }) }) });
  }
  function show(now: Subscription) {
    updateAmount(payablePeriods(now));
    setSubscription(now);
  }

  return (
    <RecordDialog
      title={`Renew: ${clientName}`}
      button="Renew"
      record={record}
      save={renew}
      bodyOf={(values) => bodyOf(values, periods, { id: record.id, period, currency })}
      savedText={(answer) => recordedText(answer, clientName)}
      failed={["Failed to save the renewal", "An error occurred while saving the renewal"]}
      undo={({ renewal }) =>
        () =>
          undoLater(renewal)
        }
      reload={async () => {
        show(await latest());
        record.takeNewId();
      }}
      reloadLabel="Use the next unpaid period, keep what I typed"
      busy={undo.isPending}
      onClose={onClose}
    >
      {subscription.sample && (
        <Notice tone="plain" quiet>
          This is sample data. Payments recorded here are removed with the sample data.
        </Notice>
      )}
      <p style={{ lineHeight: 1.5 }} role="status">
        {[subscription.service ?? "", leftText(subscription)].filter(Boolean).map((line) => (
          <span key={line}>
            <Money>{line}</Money>
            <br />
          </span>
        ))}
        {periods.length > 0 ? (
          <PlanText plan={plan} currency={currency} />
        ) : (
          <>
            This pays the period due on <strong>{formatDay(period)}</strong>. {noNextDateText(frequency)}
          </>
        )}
      </p>
      <Pair>
        <TextInput label="Paid on" type="date" required max={today} data-autofocus {...input("paid_on")} />
        <NativeSelect label="Method" data={methodOptions} {...input("method")} />
      </Pair>
      {periods.length > 1 && (
        <NativeSelect
          label="Periods"
          data={periods.map((one, index) => ({
            value: String(index + 1),
            label:
              index === 0 ? `1, due ${formatDay(one.period)}` : `${index + 1}, to ${formatDay(one.period)}`,
          }))}
          {...input("periods", overdueHelp(periods, today, currency))}
          onChange={(event) => updateAmount(periods, event.currentTarget.value)}
        />
      )}
      <AmountField currency={currency} {...input("amount")} />
      <RestChoice
        plan={plan}
        currency={currency}
        onChange={(rest) => form.setFieldValue("rest", rest)}
        error={form.errors.rest as string | undefined}
        disabled={renew.isPending}
      />
      <TextInput
        label="Reference"
        autoComplete="off"
        {...input("reference", "For example an M-Pesa code or a cheque number.")}
      />
      {duplicate && (
        <Warning>
          {`A payment with this reference is already recorded: ${money(duplicate.amount, currencyOf(duplicate))}, paid ${formatDay(duplicate.paid_on)}.`}
        </Warning>
      )}
      <RecordedPayments id={id} undo={undo} onUndo={show} />
    </RecordDialog>
  );
}

/** The number and total of due periods, if there are several. */
function overdueHelp(periods: ReturnType<typeof payablePeriods>, today: Day, currency: Currency): ReactNode {
  const due = periods.filter(({ period }) => period <= today);
  return (
    due.length > 1 && (
      <Money>
        {`${due.length === periods.length ? "The first " : ""}${due.length} periods are due: ${formatCents(dueCents(due), currency)}.`}
      </Money>
    )
  );
}

type RestChoiceProps = {
  plan: Plan;
  currency: Currency;
  onChange: (rest: Rest) => void;
  error?: string | undefined;
  disabled: boolean;
};

/** Asks what to do with the difference between the amount and the amount due. */
function RestChoice({ plan: { difference, rest }, currency, onChange, error, disabled }: RestChoiceProps) {
  if (rest === "") return null;
  return (
    <Notice tone="warning" quiet>
      <RadioList<Rest>
        label={
          <Money>
            {difference < 0
              ? `What should happen with the missing ${formatCents(-difference, currency)}?`
              : `The amount is ${formatCents(difference, currency)} more than due. What is it for?`}
          </Money>
        }
        options={restOptions[difference < 0 ? "below" : "above"]}
        value={rest}
        onChange={onChange}
        error={error}
        disabled={disabled}
      />
    </Notice>
  );
}
