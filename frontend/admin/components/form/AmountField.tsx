import { TextInput, type TextInputProps } from "@mantine/core";
import type { Currency } from "../../../../shared/money.ts";

type Props = TextInputProps & {
  /** Undefined while it loads; the field is disabled then. */
  currency: Currency | undefined;
};

/** An amount. The mouse wheel scrolls the page and does not change the amount. */
export const AmountField = ({ currency, disabled, ...props }: Props) => (
  <TextInput
    label={currency ? `Amount (${currency === "USD" ? "$" : currency})` : "Amount"}
    disabled={disabled || currency === undefined}
    type="number"
    inputMode="decimal"
    step="0.01"
    min={0}
    autoComplete="off"
    onWheel={(event) => event.currentTarget.blur()}
    {...props}
  />
);
