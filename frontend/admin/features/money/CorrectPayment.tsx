import { Button, Checkbox, Group, Stack } from "@mantine/core";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { formatDay } from "../../../../shared/dates.ts";
import { dayAt } from "../../../../shared/day.ts";
import { Charges } from "../../components/form/Charges.tsx";
import { Failure } from "../../components/form/Failure.tsx";
import { Restored } from "../../components/form/FormDialog.tsx";
import { focusFirstError, useRecordForm } from "../../components/form/use-record-form.ts";
import { PaymentActions } from "../../components/timeline/PaymentActions.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Money } from "../../components/ui/Money.tsx";
import type { usePayments } from "../../queries/payments.ts";
import {
  type Correction,
  type CorrectionValues,
  correctedPays,
  correctionErrors,
  correctionOf,
  restText,
  restToDecide,
  storedPayment,
} from "../../rules/correction-form.ts";
import { methodOptionsWith, paysText, stillDueText } from "../../rules/payment-form.ts";
import { ChangeButton, EntryLine } from "./EntryLine.tsx";

export const correctionDraftOf = (payment: string) => `correction:${payment}`;

type Props = {
  client: string;
  correction: Correction;
  payments: ReturnType<typeof usePayments>;
  onState: (state: { dirty: boolean; busy: boolean }) => void;
  /** Asks first if something was typed. */
  onCancel: () => void;
  onSaved: () => void;
};

/** The line filled with a recorded payment. */
export function CorrectPayment({ client, correction, payments, onState, onCancel, onSaved }: Props) {
  const { payment, account } = correction;
  const { correct: save } = payments;
  const record = useRecordForm<CorrectionValues>({
    name: correctionDraftOf(payment.id),
    stored: { values: storedPayment(payment) },
    validate: (values) => correctionErrors(values, correction),
  });
  const { form, dirty } = record;
  const { values } = form;
  const busy = save.isPending;
  const input = record.inputs(busy);
  const [isOpen, setOpen] = useState(false);
  const pays = correctedPays(values, correction);
  const rest = restToDecide(values, correction);
  const showsCharges = isOpen || form.errors.to !== undefined;
  useEffect(() => onState({ dirty, busy }), [onState, dirty, busy]);
  // The button that opened it is below, among the events.
  const line = useRef<HTMLFormElement>(null);
  useEffect(() => line.current?.querySelector("input")?.focus(), []);

  const submit = form.onSubmit((values) => {
    if (busy) return;
    if (!dirty) return onSaved();
    save.mutate(
      { id: payment.id, body: correctionOf(values, correction) },
      {
        onSuccess: ({ owed }) => {
          record.forget();
          announce(`The payment was corrected. ${stillDueText(owed)}`);
          onSaved();
        },
      },
    );
  }, focusFirstError);

  return (
    <form ref={line} onSubmit={submit} noValidate aria-label="Correct the payment">
      <Stack gap={12}>
        <h3>Correct the payment</h3>
        <Failure
          error={save.error}
          texts={["Failed to correct the payment", "An error occurred while correcting the payment"]}
        />
        {record.restored && <Restored onStartOver={() => record.startOver()} />}
        <EntryLine
          currency={payment.currency}
          today={account.today}
          methods={methodOptionsWith(payment.method)}
          input={(field) => ({
            ...input(field),
            ...(field === "amount" && {
              onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
                form.setValues({ amount: value, to: [] }),
            }),
          })}
          // Its currency stays: what it pays is in it.
          onRead={({ currency: _other, ...read }) => form.setValues({ ...read, to: [] })}
        />
        <p role="status">
          <Money>{paysText(pays, { rest: "credit", missing: "part" })}</Money>
        </p>
        {rest > 0 && (
          <Checkbox
            label={<Money>{restText(rest, correction)}</Money>}
            checked={values.credit}
            error={form.errors.credit}
            disabled={busy}
            onChange={({ currentTarget: { checked } }) => form.setFieldValue("credit", checked)}
          />
        )}
        <Group gap={8}>
          <Button type="submit" aria-disabled={busy} data-busy={busy || undefined}>
            {busy ? "Saving..." : "Save"}
          </Button>
          <Button variant="default" aria-disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
          <ChangeButton isOpen={showsCharges} disabled={busy} onClick={() => setOpen(!isOpen)} />
          <PaymentActions
            client={client}
            payment={{ ...payment, recorded_on: dayAt(Date.parse(payment.recorded_at)) }}
            name={`opened payment of ${formatDay(payment.paid_on)}`}
            today={account.today}
            onUndone={() => {
              record.forget();
              onSaved();
            }}
          />
        </Group>
        {showsCharges && (
          <Charges
            preview={pays}
            typed={values.to}
            disabled={busy}
            triedToSave={"to" in form.errors}
            onChange={(to) => form.setFieldValue("to", to)}
          />
        )}
      </Stack>
    </form>
  );
}
