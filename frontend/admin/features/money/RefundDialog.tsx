import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { money } from "../../../../shared/amount.ts";
import { type Currency, currencyNames } from "../../../../shared/money.ts";
import type { ClientAccount } from "../../../../shared/payments/client-account.ts";
import { WITHHOLDING_TAX } from "../../../../shared/subscriptions/subscription.ts";
import { Pair } from "../../components/form/Dialog.tsx";
import { AmountField } from "../../components/form/fields.tsx";
import { lastMethod } from "../../components/form/last-method.ts";
import { RecordDialog } from "../../components/form/RecordDialog.tsx";
import { useRecordForm } from "../../components/form/use-record-form.ts";
import { clientOwed } from "../../queries/client-page.ts";
import { usePayments } from "../../queries/payments.ts";
import { methodOptions } from "../../rules/payment-form.ts";
import {
  creditIn,
  firstRefund,
  type RefundValues,
  refundBody,
  refundErrors,
  wholeCredit,
} from "./refund-form.ts";

const methods = methodOptions.filter(({ value }) => value !== WITHHOLDING_TAX);

/** Records that credit was paid back to a client. */
export default function RefundDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery(clientOwed(id));
  return data?.credit[0] ? <RefundForm id={id} account={data} onClose={onClose} /> : null;
}

type Props = { id: string; account: ClientAccount; onClose: () => void };

function RefundForm({ id, account, onClose }: Props) {
  const { credit, today } = account;
  const { refund, undoLater, reload } = usePayments(id);
  const record = useRecordForm<RefundValues>({
    name: `refund:${id}`,
    stored: { values: firstRefund(account, lastMethod()) },
    validate: (values) => refundErrors(values, account),
  });
  const { currency } = record.form.values;
  const input = record.inputs(refund.isPending);
  return (
    <RecordDialog
      title="Refund credit"
      button="Record refund"
      record={record}
      save={refund}
      bodyOf={(values) => refundBody(values, record.id)}
      savedText={(answer) => `${money(-answer.refund.amount, answer.refund.currency ?? "USD")} was refunded.`}
      undo={({ refund: { id = "" } }) =>
        () =>
          undoLater(id)
        }
      failed={["Failed to record the refund", "An error occurred while recording the refund"]}
      reload={reload}
      onClose={onClose}
    >
      <Pair>
        <AmountField
          currency={currency}
          data-autofocus
          {...input("amount", `Of ${money(creditIn(account, currency), currency)} credit.`)}
        />
        {credit.length > 1 && (
          <NativeSelect
            label="Currency"
            data={credit.map(({ currency: value }) => ({ value, label: currencyNames[value] }))}
            {...input("currency")}
            onChange={({ currentTarget: { value } }) =>
              record.form.setValues(wholeCredit(account, value as Currency))
            }
          />
        )}
      </Pair>
      <Pair>
        <TextInput label="Refunded on" type="date" required max={today} {...input("paid_on")} />
        <NativeSelect label="Method" data={methods} {...input("method")} />
      </Pair>
      <TextInput label="Reference" autoComplete="off" {...input("reference")} />
    </RecordDialog>
  );
}
