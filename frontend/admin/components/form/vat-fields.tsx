import { NativeSelect, type NativeSelectProps, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { amountOf } from "../../../../shared/amount.ts";
import { type Currency, formatCents, fromCents, toCents } from "../../../../shared/money.ts";
import { parseCurrency } from "../../../../shared/parse-amount.ts";
import { rateOf, type Vat, vatKinds, vatNames, withoutVat, withVat } from "../../../../shared/vat.ts";
import { companySettings } from "../../queries/settings.ts";
import { Money } from "../ui/Money.tsx";
import { AmountField } from "./fields.tsx";
import { Switch } from "./Switch.tsx";

/** The company's rate of VAT; undefined while it loads, and if the company is not registered. */
export function useVatRate(): number | undefined {
  const { data } = useQuery(companySettings);
  return data?.vat_registered ? data.vat_rate : undefined;
}

type VatFieldProps = Omit<NativeSelectProps, "value" | "data"> & { value: Vat };

/** The kind of VAT. A company that is not registered has nothing to choose, but sees what is not at the standard rate. */
export function VatField({ value, ...field }: VatFieldProps) {
  const rate = useVatRate();
  if (rate === undefined && value === "standard") return null;
  return (
    <NativeSelect
      label="VAT"
      value={value}
      data={vatKinds.map((kind) => ({ value: kind, label: vatNames[kind] }))}
      {...field}
    />
  );
}

type Props = {
  /** As the form has it: with VAT. */
  value: string;
  onChange: (value: string) => void;
  currency: Currency | undefined;
  vat?: Vat | undefined;
  /** Can be typed only with VAT, because it is for several things that differ in currency or VAT. */
  isWithVat?: boolean;
  label?: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
  required?: boolean;
  onBlur?: () => void;
};

/** An amount that is typed without VAT: `value` is what the form has of it. */
type Net = { text: string; value: string; isTyped: boolean };

/** An amount, which the form has with VAT. A registered company sees it without VAT below, and can type it so. */
export function VatAmountField({ value, onChange, currency, vat = "standard", isWithVat, ...field }: Props) {
  const companyRate = useVatRate();
  const [typed, setTyped] = useState<string>();
  const [net, setNet] = useState<Net>();
  const rate = companyRate === undefined ? undefined : rateOf(vat, companyRate);
  // Whatever else changed the form's amount, for example what somebody else saved, is with VAT.
  const current = net?.value === value ? net : undefined;

  function type(text: string) {
    if (!current) {
      setTyped(text);
      onChange(text);
      return;
    }
    const gross = grossText(text, rate);
    setNet({ text, value: gross, isTyped: true });
    onChange(gross);
  }

  function switchNet(isNet: boolean) {
    if (!isNet) {
      setNet(undefined);
      if (!current?.isTyped) return;
      setTyped(current.text);
      onChange(current.text);
      return;
    }
    // Keeps the text that somebody typed; a stored amount is shown without VAT, and keeps its cents.
    if (typed === value) {
      const gross = grossText(value, rate);
      setNet({ text: value, value: gross, isTyped: true });
      onChange(gross);
    } else setNet({ text: netText(value, rate), value, isTyped: false });
  }

  return (
    <Stack gap={6}>
      <AmountField
        currency={currency}
        {...field}
        value={current?.text ?? value}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      {rate !== undefined && isWithVat && <p className="quiet small">The amount includes VAT.</p>}
      {rate !== undefined && currency && !isWithVat && (
        <>
          <p className="quiet small" role="status">
            <Money>{vatText(value, currency, { vat, rate, isNet: current !== undefined })}</Money>
          </p>
          {rate > 0 && (
            <Switch
              label="Amount is without VAT"
              checked={current !== undefined}
              disabled={field.disabled ?? false}
              onChange={({ currentTarget }) => switchNet(currentTarget.checked)}
            />
          )}
        </>
      )}
    </Stack>
  );
}

/** The amount with VAT of one that is typed without; what cannot be read stays, so that the form says why. */
function grossText(text: string, rate = 0): string {
  const amount = amountOf(text, undefined);
  if (text.trim() === "" || Number.isNaN(amount)) return text;
  const gross = fromCents(withVat(toCents(amount), rate)).toFixed(2);
  return [parseCurrency(text), gross].filter(Boolean).join(" ");
}

function netText(text: string, rate = 0): string {
  const amount = amountOf(text, undefined);
  if (text.trim() === "" || Number.isNaN(amount)) return text;
  return fromCents(withoutVat(toCents(amount), rate)).toFixed(2);
}

/** `KES 10,000.00 without VAT`. Empty while the amount cannot be read. */
function vatText(
  value: string,
  currency: Currency,
  { vat, rate, isNet }: { vat: Vat; rate: number; isNet: boolean },
): string {
  const amount = amountOf(value, currency);
  if (value.trim() === "" || Number.isNaN(amount)) return "";
  if (vat !== "standard") return `${vatNames[vat]}: no VAT is in it.`;
  const cents = toCents(amount);
  return isNet
    ? `${formatCents(cents, currency)} with VAT is saved.`
    : `${formatCents(withoutVat(cents, rate), currency)} without VAT`;
}
