import { TextInput, type TextInputProps } from "@mantine/core";
import type { Currency } from "../../../../shared/money.ts";

type Props = TextInputProps & { currency: Currency };

/** Money; the wheel scrolls the page instead of changing the amount unseen. */
export const AmountField = ({ currency, ...props }: Props) => (
  <TextInput
    label={`Amount (${currency === "USD" ? "$" : currency})`}
    type="number"
    inputMode="decimal"
    step="0.01"
    min={0}
    autoComplete="off"
    onWheel={(event) => event.currentTarget.blur()}
    {...props}
  />
);
