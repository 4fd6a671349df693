import { Checkbox, NativeSelect, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type Currency, currencyNames } from "../../../../shared/money.ts";
import type { PaymentPreview } from "../../../../shared/payments/client-account.ts";
import { Charges } from "../../components/form/Charges.tsx";
import { Pair } from "../../components/form/Dialog.tsx";
import { RadioList } from "../../components/form/fields.tsx";
import type { RecordForm } from "../../components/form/use-record-form.ts";
import { Money } from "../../components/ui/Money.tsx";
import {
  firstOptions,
  missingOptions,
  missingQuestion,
  optionsIn,
  type PaymentValues,
  sendsReceipt,
  shortOf,
  stepOptions,
  upTo,
  whyAsked,
} from "../../rules/payment-form.ts";

import { WhyLowered } from "./WhyLowered.tsx";

type Props = {
  preview: PaymentPreview;
  form: UseFormReturnType<PaymentValues>;
  input: ReturnType<RecordForm<PaymentValues>["inputs"]>;
  disabled: boolean;
  /** Another currency or another subscription was chosen: it begins with what is due of it. */
  onRestart: (chosen: { currency: Currency; first?: string }) => void;
};

/** Another choice of what the payment pays than the suggested one, and whether it gets a receipt. */
export function Allocation({ preview, form, input, disabled, onRestart }: Props) {
  const { values } = form;
  const { currency, today } = preview;
  const short = shortOf(preview);
  const asked = short && values.missing === "waive" ? whyAsked(values, preview, short) : undefined;
  const steps = stepOptions(preview);
  const choices = firstOptions(preview);
  // A pasted amount can be in a currency in which nothing is open.
  const currencies = [...new Set([...preview.currencies, currency])];
  return (
    <Stack component="section" gap={16} aria-label="What it pays">
      <Pair minWidth="9rem">
        {steps.length > 1 && (
          <NativeSelect
            label="Pays up to"
            data={[{ value: "", label: "Another amount" }, ...steps]}
            value={steps.some(({ value }) => value === values.amount) ? values.amount : ""}
            disabled={disabled}
            onChange={({ currentTarget: { value } }) => value && form.setValues(upTo(preview, value))}
          />
        )}
        {choices.length > 0 && (
          <NativeSelect
            label="Pays first"
            data={choices}
            {...input("first")}
            onChange={({ currentTarget: { value } }) =>
              onRestart({ currency, ...(value && { first: value }) })
            }
          />
        )}
        {currencies.length > 1 && (
          <NativeSelect
            label="Currency"
            data={currencies.map((value) => ({ value, label: currencyNames[value] }))}
            {...input("currency")}
            value={currency}
            onChange={({ currentTarget: { value } }) => onRestart({ currency: value as Currency })}
          />
        )}
      </Pair>
      {short && (
        <RadioList
          label={<Money>{missingQuestion(preview, short)}</Money>}
          options={optionsIn(missingOptions)}
          {...input("missing")}
          value={values.missing}
        />
      )}
      {asked && (
        <WhyLowered asked={asked} {...form.getInputProps("why")} value={values.why} disabled={disabled} />
      )}
      <Charges
        preview={preview}
        typed={values.to}
        disabled={disabled}
        triedToSave={"to" in form.errors}
        onChange={(to) => form.setFieldValue("to", to)}
      />
      {preview.receipts && !preview.sample && (
        <Checkbox
          label="Send a receipt ten minutes from now"
          styles={{ body: { alignItems: "center" }, label: { paddingBlock: 12 } }}
          checked={sendsReceipt(values, today)}
          disabled={disabled}
          onChange={({ currentTarget: { checked } }) => form.setFieldValue("receipt", checked ? "yes" : "no")}
        />
      )}
    </Stack>
  );
}
