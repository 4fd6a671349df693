import { Stack, TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { MAX_RATE_DAYS } from "../../../../shared/settings/dollar-rate.ts";
import { Pair } from "../../components/form/Dialog.tsx";
import { Switch } from "../../components/form/Switch.tsx";
import { Card } from "../../components/ui/Card.tsx";
import { Columns } from "../../components/ui/Columns.tsx";
import { Notice } from "../../components/ui/Notice.tsx";
import { PageHead } from "../../components/ui/PageHead.tsx";
import { SettingsForm } from "./SettingsForm.tsx";

const fields = [
  "vat_registered",
  "vat_rate",
  "kes_per_usd",
  "kes_per_usd_day",
  "invoices_from",
  "invoice_days_before",
  "invoice_emails_wait",
] as const;

/** VAT, the rate for dollars, and when invoices are written. */
export default function TaxPage() {
  return (
    <>
      <PageHead title="Tax" lead="VAT, the rate for dollars, and when invoices are written." />
      <SettingsForm fields={fields}>
        {({ stored, values, setValue, text, toggle }) => (
          <Columns widths="minmax(0, 1fr) minmax(0, 1fr)" gap={24}>
            <Stack gap={24}>
              <Card title="VAT">
                <p className="quiet small">
                  Every amount includes VAT. What is zero-rated or exempt is said with each client,
                  subscription and charge. The company's accountant has to confirm that, the rate, and whether
                  you are registered.
                </p>
                <Switch
                  label="Registered for VAT"
                  {...toggle(
                    "vat_registered",
                    "Invoices are tax invoices, with the VAT in each amount. Off: invoices have no tax lines.",
                  )}
                />
                {values.vat_registered && !stored.company_kra_pin && (
                  <Notice tone="warning" quiet>
                    <span>A tax invoice names your KRA PIN, which is missing. Enter it under </span>
                    <Link to="/admin/settings">Company</Link>
                    <span>.</span>
                  </Notice>
                )}
                <NumberField
                  label="Rate of VAT (%)"
                  required
                  {...text("vat_rate", "It holds for invoices that are written from now on.")}
                  value={values.vat_rate}
                  onChange={(rate) => setValue("vat_rate", rate ?? Number.NaN)}
                />
              </Card>
              <Card title="Rate for dollars">
                <p className="quiet small">
                  Invoices in dollars print this rate with its day, and each amount in shillings too. Without
                  a day, it is the rate of today. The dashboard warns when it is older than {MAX_RATE_DAYS}{" "}
                  days and dollars fall due the next day. The company's accountant has to confirm whose rate
                  counts.
                </p>
                <Pair minWidth={140}>
                  <NumberField
                    label="KES for one dollar"
                    {...text("kes_per_usd")}
                    value={values.kes_per_usd}
                    onChange={(rate) => {
                      setValue("kes_per_usd", rate);
                      setValue(
                        "kes_per_usd_day",
                        rate === stored.kes_per_usd ? stored.kes_per_usd_day : null,
                      );
                    }}
                  />
                  <DayField
                    label="Day of this rate"
                    {...text("kes_per_usd_day")}
                    value={values.kes_per_usd_day}
                    onChange={(day) => setValue("kes_per_usd_day", day)}
                  />
                </Pair>
              </Card>
            </Stack>
            <Card title="Invoices">
              <p className="quiet small">
                An invoice has what one client has to pay on one day in one currency. It is written on that
                day, or earlier, when an email tells the client of it or something of it is paid. Afterwards
                it never changes: a credit note lowers it.
              </p>
              <p className="quiet small">
                Businesses that are not registered for VAT have to write electronic tax invoices too. The
                company's accountant has to confirm from which day on you write them here.
              </p>
              <DayField
                label="Invoices begin on"
                {...text(
                  "invoices_from",
                  "Nothing due before this day gets an invoice. If the day has passed, the next daily run writes those since then. Empty: no invoices.",
                )}
                value={values.invoices_from}
                onChange={(day) => setValue("invoices_from", day)}
              />
              <NumberField
                label="Days before the due day"
                {...text(
                  "invoice_days_before",
                  "How many days before the due day an invoice is written. Empty: with the first reminder.",
                )}
                value={values.invoice_days_before}
                onChange={(days) => setValue("invoice_days_before", days)}
              />
              <Switch
                label="Invoice emails wait for the control unit"
                {...toggle(
                  "invoice_emails_wait",
                  "An email with an invoice goes out once the number of the tax authority's control unit is known. The company's accountant has to confirm whether clients may get an invoice without it.",
                )}
              />
            </Card>
          </Columns>
        )}
      </SettingsForm>
    </>
  );
}

type FieldProps<V> = Omit<TextInputProps, "value" | "onChange"> & {
  value: V | null | undefined;
  onChange: (value: V | null) => void;
};

const DayField = ({ value, onChange, ...field }: FieldProps<string>) => (
  <TextInput
    type="date"
    {...field}
    value={value ?? ""}
    onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
  />
);

/** The number that is typed; NaN, which the schema refuses, for what is none. */
function numberIn(text: string, { required = false }): number | null {
  if (text.trim() !== "") return Number(text);
  return required ? Number.NaN : null;
}

/** A number as text, which keeps `129.` while somebody types. */
function NumberField({ value, onChange, required = false, ...field }: FieldProps<number>) {
  const [text, setText] = useState("");
  const isTyped = Object.is(numberIn(text, { required }), value ?? null);
  return (
    <TextInput
      inputMode="decimal"
      required={required}
      {...field}
      value={isTyped ? text : String(value ?? "")}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(numberIn(currentTarget.value, { required }));
      }}
    />
  );
}
