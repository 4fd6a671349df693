import { TextInput, type TextInputProps } from "@mantine/core";

/** US dollars; the wheel scrolls the page instead of changing the amount unseen. */
export const AmountField = (props: TextInputProps) => (
  <TextInput
    label="Amount ($)"
    type="number"
    inputMode="decimal"
    step="0.01"
    min={0}
    autoComplete="off"
    onWheel={(event) => event.currentTarget.blur()}
    {...props}
  />
);
