import { NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { currencies, currencyNames } from "../../../../shared/money.ts";
import { Pair } from "../../components/form/Dialog.tsx";
import { Switch } from "../../components/form/Switch.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { Columns } from "../../components/ui/Columns.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { MpesaCard } from "./MpesaCard.tsx";
import { SettingsForm } from "./SettingsForm.tsx";

const fields = [
  "mpesa_paybill",
  "mpesa_till",
  "bank_name",
  "bank_branch",
  "bank_account_name",
  "bank_account_number",
  "bank_swift",
  "payment_note",
  "payment_note_sw",
  "default_currency",
  "send_receipts",
  "attach_receipts",
] as const;

const currencyOptions = currencies.map((value) => ({ value, label: currencyNames[value] }));

/** How clients pay, and what they get when they have paid. */
export default function GettingPaidPage() {
  return (
    <>
      <PageHead title="Getting paid" lead="How clients pay, and what they get when they have paid." />
      <SettingsForm fields={fields}>
        {({ stored, text, choice, toggle }) => (
          <Columns widths="minmax(0, 1fr) minmax(0, 1fr)" gap={24}>
            <Stack gap={24}>
              <Card title="How to pay">
                <p className="quiet small">
                  Every reminder shows this, with the amount and the client's payment reference, which is the
                  account number for payments. M-Pesa is offered for shillings, the bank for every currency.
                  Administrators get an email when you change this.
                </p>
                <Pair minWidth={140}>
                  <TextInput label="M-Pesa Paybill" inputMode="numeric" {...text("mpesa_paybill")} />
                  <TextInput label="M-Pesa Till" inputMode="numeric" {...text("mpesa_till")} />
                </Pair>
                <Pair minWidth={140}>
                  <TextInput label="Bank" {...text("bank_name")} />
                  <TextInput label="Branch" {...text("bank_branch")} />
                </Pair>
                <TextInput label="Account Name" {...text("bank_account_name")} />
                <Pair minWidth={140}>
                  <TextInput label="Account Number" {...text("bank_account_number")} />
                  <TextInput label="SWIFT Code" {...text("bank_swift")} />
                </Pair>
              </Card>
              <MpesaCard paybill={stored.mpesa_paybill} />
            </Stack>
            <Stack gap={24}>
              <Card title="Payment text">
                <Textarea label="Additional Text" rows={2} {...text("payment_note")} />
                <Textarea
                  label="Additional Text in Swahili"
                  rows={2}
                  lang="sw"
                  {...text(
                    "payment_note_sw",
                    "For clients who read Swahili. If it is empty, they get the text above.",
                  )}
                />
              </Card>
              <Card title="Currency and receipts">
                <NativeSelect
                  label="Default Currency"
                  data={currencyOptions}
                  {...choice(
                    "default_currency",
                    "The currency of a new subscription, unless you choose another.",
                  )}
                />
                <Switch
                  label="Receipts"
                  {...toggle(
                    "send_receipts",
                    "An email to the client when a payment is recorded: the amount, what it is for, and the next due date.",
                  )}
                />
                <Switch
                  label="Receipts as PDF"
                  {...toggle("attach_receipts", "The email of a receipt has it as a PDF too, to file.")}
                />
              </Card>
            </Stack>
          </Columns>
        )}
      </SettingsForm>
    </>
  );
}
