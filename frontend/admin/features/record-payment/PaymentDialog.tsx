import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { money } from "../../../../shared/amount.ts";
import { formatDay } from "../../../../shared/dates.ts";
import { type Currency, currencyNames, currencyOf } from "../../../../shared/money.ts";
import type { PaymentPreview, PreviewRequest } from "../../../../shared/payments/client-account.ts";
import { Charges } from "../../components/form/Charges.tsx";
import { Dialog, DialogSummary, Pair } from "../../components/form/Dialog.tsx";
import { AmountField, RadioList, Warning } from "../../components/form/fields.tsx";
import { RecordDialog } from "../../components/form/RecordDialog.tsx";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { QueryFailure } from "../../components/table/ListState.tsx";
import { announce } from "../../components/ui/announce.ts";
import { Money } from "../../components/ui/Money.tsx";
import { SampleNotice } from "../../components/ui/SampleNotice.tsx";
import { clientOwed } from "../../queries/client-page.ts";
import { previewFailed, previewOf } from "../../queries/preview.ts";
import {
  dueText,
  errorsIn,
  firstOptions,
  firstValues,
  methodOptions,
  missingOptions,
  missingQuestion,
  optionsIn,
  type PaymentValues,
  paidText,
  previewTexts,
  requestOf,
  restOptions,
  restQuestion,
  sendsReceipt,
  shortOf,
  stepOptions,
  upTo,
} from "../../rules/payment-form.ts";
import { PhonePrompt } from "./PhonePrompt.tsx";
import { usePayments } from "./queries.ts";
import { RecordedPayments } from "./RecordedPayments.tsx";

/**
 * Records a payment of a client. The server says what it pays, and the person can change that before it is saved.
 * `value` is the client's id; after a dot, the id of the subscription that is paid first.
 */
export default function PaymentDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const [client = "", first] = value.split(".");
  const query = useQuery(previewOf(client, { ...(first && { first }) }));
  const { data, error } = query;
  if (data) return <PaymentForm client={client} first={first ?? ""} opened={data} onClose={onClose} />;
  if (!error) return null;
  return (
    <Dialog title="Record payment" onClose={onClose}>
      <QueryFailure query={query} texts={previewFailed} />
    </Dialog>
  );
}

/** Long enough to type a digit, short enough not to be noticed. */
const PAUSE_MS = 200;

type FormProps = { client: string; first: string; opened: PaymentPreview; onClose: () => void };

function PaymentForm({ client, first, opened, onClose }: FormProps) {
  const { record: save, undo, undoLater, lookUp, reload, paid } = usePayments(client);
  const record = useRecordForm<PaymentValues>({
    name: `payment:${client}.${first}`,
    stored: { values: firstValues(opened, first) },
    validate: (values) => errorsIn(values, preview),
  });
  const { form } = record;
  const { values } = form;
  const [asked] = useDebouncedValue(JSON.stringify(requestOf(values)), PAUSE_MS);
  const request: PreviewRequest = JSON.parse(asked);
  // A saved payment has closed its charges, so the server would refuse to preview it again.
  const enabled = !save.isPending && !save.isSuccess;
  const look = useQuery({ ...previewOf(client, request), placeholderData: keepPreviousData, enabled });
  const preview = look.data ?? opened;
  const { currency, client_name, today } = preview;
  const input = record.inputs(save.isPending);
  const short = shortOf(preview);
  const steps = stepOptions(preview);
  const choices = firstOptions(preview);
  const due = dueText(preview);
  const { data: account } = useQuery(clientOwed(client));
  const duplicate = account?.payments.find(
    ({ reference }) => reference !== "" && reference === values.reference.trim(),
  );

  /** Begins with what is due in another currency, or of another subscription. */
  function restart(chosen: { currency: Currency; first?: string }) {
    form.setValues({ first: "", ...chosen, to: [] });
    void lookUp(chosen).then(
      (loaded) => {
        const { amount, to } = firstValues(loaded);
        form.setValues({ amount, to });
      },
      // The preview says that it could not be looked up.
      () => {},
    );
  }

  /** After an undo: the suggested amount follows what is open, a typed one stays. */
  async function lookAgain() {
    const isSuggested = values.amount === opened.amount.toFixed(2);
    if (isSuggested)
      record.takeOver({ values: firstValues(await lookUp({ ...(first && { first }) }), first) });
    // Last: what was typed at single charges was of what was open before.
    form.setFieldValue("to", []);
  }

  return (
    <RecordDialog
      title={`Record payment: ${client_name}`}
      button="Record payment"
      record={record}
      save={save}
      bodyOf={(values) => ({ id: record.id, values })}
      savedText={(answer) => paidText(answer, client_name)}
      failed={["Failed to record the payment", "An error occurred while recording the payment"]}
      undo={({ payment }) =>
        () =>
          undoLater(payment.id)
        }
      reload={async () => {
        form.setFieldValue("to", []);
        await reload();
        record.takeNewId();
      }}
      reloadLabel="Use what is open now, keep what I typed"
      busy={undo.isPending}
      onClose={onClose}
    >
      {preview.sample && <SampleNotice />}
      <Pair>
        <AmountField
          currency={currency}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data-autofocus
          {...input("amount", due && <Money>{due}</Money>)}
          onChange={({ currentTarget: { value } }) => form.setValues({ amount: value, to: [] })}
        />
        {steps.length > 1 && (
          <NativeSelect
            label="Periods"
            data={[{ value: "", label: "Another amount" }, ...steps]}
            value={steps.some(({ value }) => value === values.amount) ? values.amount : ""}
            disabled={save.isPending}
            onChange={({ currentTarget: { value } }) => value && form.setValues(upTo(preview, value))}
          />
        )}
      </Pair>
      <DialogSummary>{previewTexts(preview, values)}</DialogSummary>
      {preview.mpesa && currency === "KES" && !preview.sample && (
        <PhonePrompt
          client={client}
          amount={values.amount}
          disabled={save.isPending}
          onPaid={(text) => {
            record.forget();
            announce(text);
            paid();
            onClose();
          }}
        />
      )}
      {short && (
        <RadioList
          label={<Money>{missingQuestion(preview, short)}</Money>}
          options={optionsIn(missingOptions)}
          {...input("missing")}
          value={values.missing}
        />
      )}
      {(preview.rest > 0 || values.rest === "ahead") && (
        <RadioList
          label={<Money>{restQuestion(preview)}</Money>}
          options={optionsIn(restOptions)}
          {...input("rest")}
          value={values.rest || undefined}
        />
      )}
      <Pair>
        {choices.length > 0 && (
          <NativeSelect
            label="Pays first"
            data={choices}
            {...input("first")}
            onChange={({ currentTarget: { value } }) => restart({ currency, ...(value && { first: value }) })}
          />
        )}
        {preview.currencies.length > 1 && (
          <NativeSelect
            label="Currency"
            data={preview.currencies.map((value) => ({ value, label: currencyNames[value] }))}
            {...input("currency")}
            value={currency}
            onChange={({ currentTarget: { value } }) => restart({ currency: value as Currency })}
          />
        )}
      </Pair>
      <Pair>
        <TextInput label="Paid on" type="date" required max={today} {...input("paid_on")} />
        <NativeSelect label="Method" data={methodOptions} {...input("method")} />
      </Pair>
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
      <Charges
        preview={preview}
        typed={values.to}
        disabled={save.isPending}
        triedToSave={"to" in form.errors}
        onChange={(to) => form.setFieldValue("to", to)}
      />
      <QueryFailure query={{ ...look, data: preview }} texts={previewFailed} />
      {preview.receipts && !preview.sample && (
        <Checkbox
          label="Send a receipt ten minutes from now"
          styles={{ body: { alignItems: "center" }, label: { paddingBlock: 12 } }}
          checked={sendsReceipt(values, today)}
          disabled={save.isPending}
          onChange={({ currentTarget: { checked } }) => form.setFieldValue("receipt", checked ? "yes" : "no")}
        />
      )}
      <RecordedPayments client={client} undo={undo} onUndone={lookAgain} />
    </RecordDialog>
  );
}
