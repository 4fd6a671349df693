import { Select, type SelectProps, TextInput, type TextInputProps } from "@mantine/core";
import { type ReactNode, useId, useMemo, useState } from "react";
import type { Currency } from "../../../../shared/money.ts";
import { matcher } from "../../../../shared/search.ts";
import { Money } from "../ui/Money.tsx";

type AmountProps = TextInputProps & {
  /** Undefined while it loads; the field is disabled then. */
  currency: Currency | undefined;
};

/** An amount as text: a number field gives no text that it cannot read, which would be saved as 0. */
export const AmountField = ({ currency, disabled, ...props }: AmountProps) => (
  <TextInput
    // In an element, because it changes beside Mantine's asterisk.
    label={<span>{currency ? `Amount (${currency === "USD" ? "$" : currency})` : "Amount"}</span>}
    disabled={disabled || currency === undefined}
    inputMode="decimal"
    autoComplete="off"
    {...props}
  />
);

type RadioProps<V extends string> = {
  label: ReactNode;
  options: readonly (readonly [value: V, text: ReactNode])[];
  value: V | undefined;
  onChange: (value: V) => void;
  error?: string | undefined;
  disabled?: boolean;
};

/** One of a few answers, all visible. */
export function RadioList<V extends string>({
  label,
  options,
  value,
  onChange,
  error,
  disabled,
}: RadioProps<V>) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-invalid={error !== undefined}
      aria-describedby={error && `${id}error`}
      tabIndex={-1}
    >
      <div id={id} style={{ fontWeight: 600 }}>
        {label}
      </div>
      {options.map(([optionValue, text]) => (
        <label key={optionValue} style={{ display: "flex", gap: 10, minHeight: 44, paddingBlock: 10 }}>
          <input
            type="radio"
            name={id}
            // Beside the first line of its text.
            style={{ flex: "none", width: 18, height: 18, margin: "2px 0 0", accentColor: "var(--accent)" }}
            checked={value === optionValue}
            disabled={disabled}
            onChange={() => onChange(optionValue)}
          />
          <span>{text}</span>
        </label>
      ))}
      {error && (
        <p id={`${id}error`} className="small" style={{ color: "var(--overdue)" }}>
          {error}
        </p>
      )}
    </div>
  );
}

/** More options than people scroll through; typing finds the rest. */
const MAX_OPTIONS = 50;

/** An option, and the text that a search looks through. */
export type SearchOption = { option: { value: string; label: string }; text: string };

type SearchProps = Omit<SelectProps, "data" | "value" | "onChange"> & {
  all: readonly SearchOption[];
  value: string;
  onChange: (value: string) => void;
};

/** A select for thousands of options, found by typing. */
export function SearchSelect({ all, value, onChange, ...field }: SearchProps) {
  const [search, setSearch] = useState("");
  const options = useMemo(() => {
    const chosen = all.find(({ option }) => option.value === value)?.option;
    const matches = chosen?.label === search ? () => true : matcher(search);
    const matching = [];
    for (const { option, text } of all) {
      if (matching.length === MAX_OPTIONS) break;
      if (option.value !== value && matches(text)) matching.push(option);
    }
    return chosen ? [chosen, ...matching] : matching;
  }, [all, value, search]);
  return (
    <Select
      searchable
      openOnFocus={false}
      data={options}
      // The options are filtered above.
      filter={({ options }) => options}
      searchValue={search}
      onSearchChange={setSearch}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? "")}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
      {...field}
    />
  );
}

/** A warning that does not prevent saving. */
export const Warning = ({ children }: { children: string }) => (
  <p className="small" style={{ marginTop: -10, color: "var(--soon)" }} role="status">
    <Money>{children}</Money>
  </p>
);
