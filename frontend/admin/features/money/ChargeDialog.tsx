import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { money } from "../../../../shared/amount.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import { type Currency, currencies, currencyNames, currencyOf } from "../../../../shared/money.ts";
import { parseCurrency } from "../../../../shared/parse-amount.ts";
import type { Vat } from "../../../../shared/vat.ts";
import { Pair } from "../../components/form/Dialog.tsx";
import { RecordDialog } from "../../components/form/RecordDialog.tsx";
import { useDialog } from "../../components/form/use-dialog.ts";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { VatAmountField, VatField } from "../../components/form/vat-fields.tsx";
import { SampleNotice } from "../../components/ui/SampleNotice.tsx";
import { addFailed, useCharges } from "../../queries/charges.ts";
import { clientPage } from "../../queries/client-page.ts";
import { type ChargeValues, chargeBody, chargeErrors } from "../../rules/charge-form.ts";

/** Adds a charge that does not recur: an installation, a training, an old invoice. */
export default function ChargeDialog({ value: id, onClose }: { value: string; onClose: () => void }) {
  const { data } = useQuery(clientPage(id));
  return data ? (
    <ChargeForm
      id={id}
      usual={currencyOf(data.figures)}
      vat={data.client.vat ?? "standard"}
      sample={data.client.sample}
      today={data.today}
      onClose={onClose}
    />
  ) : null;
}

type Props = {
  id: string;
  usual: Currency;
  vat: Vat;
  sample: true | undefined;
  today: Day;
  onClose: () => void;
};

function ChargeForm({ id, usual, vat, sample, today, onClose }: Props) {
  const { add, removeLater, latest } = useCharges(id);
  const dialog = useDialog();
  const record = useRecordForm<ChargeValues>({
    name: `charge:${id}`,
    stored: { values: { service: "", amount: "", currency: usual, vat, due: today } },
    validate: (values) => chargeErrors(values, today),
  });
  const { form } = record;
  const { currency } = form.values;
  const input = record.inputs(add.isPending);
  return (
    <RecordDialog
      title="Add charge"
      button="Add charge"
      record={record}
      save={add}
      bodyOf={(values) => chargeBody(values, record.id)}
      savedText={({ charge: { service = "", amount, currency, due } }) =>
        `${service} was charged: ${money(amount, currency)}, due ${formatDay(due)}.`
      }
      undo={({ charge }) =>
        () =>
          removeLater(charge.id)
        }
      failed={addFailed}
      reload={async () => {
        // An attempt whose response got lost has stored it, with what was typed then.
        const { charges } = await latest();
        if (charges.some((charge) => charge.id === record.id)) {
          record.forget();
          dialog.open("charge", `${id}.${record.id}`);
        }
      }}
      reloadLabel="Look at what is stored"
      onClose={onClose}
    >
      {sample && <SampleNotice />}
      <TextInput
        label="Service"
        required
        data-autofocus
        autoComplete="off"
        placeholder="Installation"
        {...input("service", "What it is for, in one line. Reminders and statements show it.")}
      />
      <Pair>
        <VatAmountField
          currency={currency}
          vat={form.values.vat}
          required
          {...input("amount")}
          value={form.values.amount}
          onChange={(value) => form.setValues({ amount: value, currency: parseCurrency(value) ?? currency })}
        />
        <NativeSelect
          label="Currency"
          data={[usual, ...currencies.filter((value) => value !== usual)].map((value) => ({
            value,
            label: currencyNames[value],
          }))}
          {...input("currency")}
        />
      </Pair>
      <Pair>
        <TextInput label="Due" type="date" required {...input("due", "It is charged once.")} />
        <VatField {...input("vat", "The amount includes it.")} value={form.values.vat} />
      </Pair>
    </RecordDialog>
  );
}
