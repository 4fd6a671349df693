import { NativeSelect } from "@mantine/core";
import { useId } from "react";
import type { Columns, Field } from "../../csv/columns.ts";
import type { Table } from "../../csv/table.ts";
import { type DayOrder, parseDay } from "../../csv/values.ts";
import { formatDay } from "../../labels/dates.ts";

type Props<N extends string> = {
  table: Table;
  fields: readonly Field<N>[];
  columns: Columns<N>;
  onChange: (columns: Columns<N>) => void;
};

/** A select for each field: which column holds it, with an example value. */
export function ColumnChoices<N extends string>({ table, fields, columns, onChange }: Props<N>) {
  const exampleOf = (at: number) =>
    table.rows
      .find(({ cells }) => cells[at])
      ?.cells[at]?.replaceAll(/\s+/g, " ")
      .slice(0, 30);
  return (
    <div style={{ display: "grid", gap: 16, gridTemplateColumns: "repeat(auto-fit, minmax(240px, 1fr))" }}>
      {fields.map(({ name, label, required }) => (
        <NativeSelect
          key={name}
          label={label}
          required={required ?? false}
          value={columns[name] ?? ""}
          data={[
            { value: "", label: required ? "Choose a column" : "Not in this file" },
            ...table.header.map((header, at) => ({
              value: String(at),
              label: [header || `Column ${at + 1}`, exampleOf(at)].filter(Boolean).join(": "),
            })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const { [name]: _, ...others } = columns;
            onChange((value === "" ? others : { ...columns, [name]: Number(value) }) as Columns<N>);
          }}
        />
      ))}
    </div>
  );
}

const orderNames = { dmy: "the day first", mdy: "the month first" } as const;

type DaysProps = {
  days: readonly string[];
  orders: readonly DayOrder[];
  order: DayOrder | undefined;
  onChange: (order: DayOrder) => void;
};

/** Asks for the order of day and month in ambiguous dates. */
export function DaysQuestion({ days, orders, order, onChange }: DaysProps) {
  const id = useId();
  const example = days.find((text) => parseDay(text, "dmy") !== parseDay(text, "mdy")) ?? "";
  return (
    <div role="radiogroup" aria-labelledby={`${id}days`}>
      <p id={`${id}days`}>{`These dates are ambiguous. What does ${example} mean?`}</p>
      {orders.map((one) => (
        <label key={one} style={{ display: "flex", gap: 10, alignItems: "center", minHeight: 44 }}>
          <input
            type="radio"
            name={`${id}order`}
            style={{ width: 18, height: 18, margin: 0, accentColor: "var(--accent)" }}
            checked={order === one}
            onChange={() => onChange(one)}
          />
          {`${formatDay(parseDay(example, one) ?? "")}: ${orderNames[one]}`}
        </label>
      ))}
    </div>
  );
}

/** Why the dates of a file cannot be read. */
export const daysProblem = (orders: readonly DayOrder[], order: DayOrder | undefined): string | undefined => {
  if (orders.length === 0)
    return "The dates contradict each other: some have the day first, others the month first.";
  return order ? undefined : "Choose how to read the dates.";
};
