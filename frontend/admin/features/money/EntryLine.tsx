import { NativeSelect, TextInput } from "@mantine/core";
import type { ClipboardEvent, KeyboardEvent } from "react";
import type { Day } from "../../../../shared/day.ts";
import type { Currency } from "../../../../shared/money.ts";
import { AmountField } from "../../components/form/fields.tsx";
import { type ReadPayment, readPayment } from "../../rules/read-payment.ts";
import classes from "./ClientPanel.module.css";

/** In the order of Tab. */
type LineField = "amount" | "method" | "reference" | "paid_on";

type Props = {
  currency: Currency;
  today: Day;
  methods: { value: string; label: string }[];
  /** The props of a field. */
  input: (field: LineField) => Record<string, unknown>;
  /** Fills the fields with what a pasted text says. */
  onRead: (read: ReadPayment) => void;
  /** The field with the focus when it opens; by default the amount. */
  beginsAt?: "amount" | "reference";
};

/** What came in, in one line: amount, method, reference and day. A pasted message fills them, whichever has the focus. */
export function EntryLine({ currency, today, methods, input, onRead, beginsAt = "amount" }: Props) {
  function paste(event: ClipboardEvent) {
    const read = readPayment(event.clipboardData.getData("text"), { today, currency });
    if (!read) return;
    event.preventDefault();
    onRead(read);
  }
  /** Enter records in every field; a list would open instead. */
  function enter(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.target instanceof HTMLSelectElement)) return;
    event.preventDefault();
    event.target.form?.requestSubmit();
  }
  const shared = { onPaste: paste, onKeyDown: enter };
  return (
    <div className={classes.line}>
      <AmountField
        currency={currency}
        data-autofocus={beginsAt === "amount" || undefined}
        {...shared}
        {...input("amount")}
      />
      <NativeSelect label="Method" data={methods} {...shared} {...input("method")} />
      <TextInput
        label="Reference"
        autoComplete="off"
        data-panel="reference"
        data-autofocus={beginsAt === "reference" || undefined}
        {...shared}
        {...input("reference")}
      />
      <TextInput label="Paid on" type="date" max={today} {...shared} {...input("paid_on")} />
    </div>
  );
}

/** Opens another choice of what the payment pays. */
export const ChangeButton = ({
  isOpen,
  ...props
}: {
  isOpen: boolean;
  disabled: boolean;
  onClick: () => void;
}) => (
  <button
    type="button"
    className={`action ${classes.change}`}
    aria-expanded={isOpen}
    aria-label="Change what it pays"
    {...props}
  >
    Change
  </button>
);
