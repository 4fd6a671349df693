import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { whyNone } from "../../../../shared/billing.ts";
import type { Day } from "../../../../shared/day.ts";
import { type Currency, currencyOf, formatCents } from "../../../../shared/money.ts";
import { periodsOf } from "../../../../shared/payable.ts";
import { dueCents } from "../../../../shared/paying.ts";
import type { Subscription } from "../../../../shared/subscriptions.ts";
import { AmountField } from "../../components/form/AmountField.tsx";
import { RecordDialog } from "../../components/form/RecordDialog.tsx";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { Warning } from "../../components/form/Warning.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { useSold } from "../../queries/client-page.ts";
import { renewalsOf } from "../../queries/renewals.ts";
import { leftText, money } from "../../words/amount.ts";
import { formatDay } from "../../words/dates.ts";
import { methodOptions } from "../../words/payments.ts";
import { OnRecord } from "./OnRecord.tsx";
import { PlanText } from "./PlanText.tsx";
import { bodyOf, dueText, errorsIn, planOf, type Values } from "./paying.ts";
import { useRenewals } from "./queries.ts";
import { RestChoice } from "./RestChoice.tsx";
import { recordedText } from "./recorded.ts";

/** Waits for the subscription, not for its client, who is only named. */
export default function RenewDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { subscription, client, today, complete } = useSold(id);
  if (!subscription) return null;
  return (
    <Renewing
      subscription={subscription}
      clientName={client?.name ?? (complete ? "this client" : "…")}
      today={today}
      onClose={onClose}
    />
  );
}

type Props = { subscription: Subscription; clientName: string; today: Day; onClose: () => void };

/**
 * Records a payment of what was due next when the dialog opened, whatever is recorded elsewhere meanwhile; shows what
 * was recorded before, and undoes it.
 */
function Renewing({ subscription: opened, clientName, today, onClose }: Props) {
  const [subscription, setSubscription] = useState(opened);
  const { id, next_billing_date: period, frequency } = subscription;
  const currency = currencyOf(subscription);
  const { renew, undo, latest, takeBack } = useRenewals(id);
  const periods = useMemo(() => periodsOf(subscription), [subscription]);
  const first: Values = {
    ...{ paid_on: today, periods: "1", amount: dueText(periods, { periods: "1" }) },
    ...{ rest: "", method: "", reference: "" },
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
  const known = useQuery(renewalsOf(id)).data?.find(
    ({ reference }) => reference !== "" && reference === values.reference.trim(),
  );

  /** An amount that nobody has typed follows what is due. */
  function follow(due: ReturnType<typeof periodsOf>, count = values.periods) {
    const untouched = values.amount === dueText(periods, values);
    form.setValues({ periods: count, ...(untouched && { amount: dueText(due, { periods: count }) }) });
  }
  function show(now: Subscription) {
    follow(periodsOf(now));
    setSubscription(now);
  }

  return (
    <RecordDialog
      title={`Renew: ${clientName}`}
      button="Renew"
      record={record}
      save={renew}
      bodyOf={(values) => bodyOf(values, periods, { id: record.id, period, currency })}
      saidOf={(answer) => recordedText(answer, record.id, clientName)}
      failed={["Failed to save the renewal", "An error occurred while saving the renewal"]}
      // What somebody else recorded is theirs to take back.
      undo={({ renewal }) => (renewal.id === record.id ? () => takeBack(renewal) : undefined)}
      reload={async () => show(await latest())}
      busy={undo.isPending}
      onClose={onClose}
      below={<OnRecord id={id} undo={undo} onUndo={show} />}
    >
      {subscription.sample && (
        <Notice tone="plain" quiet>
          This is sample data: what is recorded here is made up too, and goes when the sample data is removed.
        </Notice>
      )}
      <p style={{ lineHeight: 1.5 }} role="status">
        {[subscription.service, leftText(subscription)].filter(Boolean).map((line) => (
          <span key={line}>
            {line}
            <br />
          </span>
        ))}
        {periods.length > 0 ? (
          <PlanText plan={plan} currency={currency} />
        ) : (
          <>
            The period due on <strong>{formatDay(period)}</strong> was paid. {whyNone(frequency)}
          </>
        )}
      </p>
      <TextInput label="Paid on" type="date" required max={today} data-autofocus {...input("paid_on")} />
      {periods.length > 1 && (
        <NativeSelect
          label="Periods"
          data={periods.map((one, index) => ({
            value: String(index + 1),
            label:
              index === 0 ? `1, due ${formatDay(one.period)}` : `${index + 1}, to ${formatDay(one.period)}`,
          }))}
          {...input("periods", overdueHelp(periods, today, currency))}
          onChange={(event) => follow(periods, event.currentTarget.value)}
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
      <NativeSelect label="Method" data={methodOptions} {...input("method")} />
      <TextInput
        label="Reference"
        autoComplete="off"
        {...input("reference", "An M-Pesa code or a cheque number, if there is one.")}
      />
      {known && (
        <Warning>
          {`A payment with this reference is on record already: ${money(known.amount, currencyOf(known))}, paid ${formatDay(known.paid_on)}.`}
        </Warning>
      )}
    </RecordDialog>
  );
}

/** How many periods have fallen due, and what they come to, where that is more than one. */
function overdueHelp(
  periods: ReturnType<typeof periodsOf>,
  today: Day,
  currency: Currency,
): string | undefined {
  const due = periods.filter(({ period }) => period <= today);
  return due.length > 1
    ? `${due.length === periods.length ? "The first " : ""}${due.length} are due by now: ${formatCents(dueCents(due), currency)}.`
    : undefined;
}
