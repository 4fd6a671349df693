import { Button, Group, NativeSelect, Stack } from "@mantine/core";
import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import { formatDay } from "../../../../shared/dates.ts";
import { type Columns, columnsProblem, type Field } from "../../../../shared/imports/columns.ts";
import { daysOf, daysProblem } from "../../../../shared/imports/rows.ts";
import type { Table } from "../../../../shared/imports/table.ts";
import { type DayOrder, parseDay, possibleOrders } from "../../../../shared/imports/values.ts";
import { RadioList } from "../form/fields.tsx";
import { Card } from "../ui/Card.tsx";
import { Notice } from "../ui/Notice.tsx";

type FormProps<N extends string> = {
  step: { name: string; table: Table; columns: Columns<N> };
  fields: readonly Field<N>[];
  /** The fields that hold dates. */
  days: readonly N[];
  lead: string;
  /** Another question, and why its answer is not enough. */
  children?: ReactNode;
  unanswered?: string | undefined;
  onRead: (choices: { columns: Columns<N>; order: DayOrder }) => void;
  onStop: () => void;
};

/** Asks for the columns, and for the order of day and month if dates are ambiguous. */
export function ColumnsForm<N extends string>(props: FormProps<N>) {
  const { step, fields, lead, children, unanswered, onRead, onStop } = props;
  const { name, table } = step;
  const [columns, setColumns] = useState(step.columns);
  const [order, setOrder] = useState<DayOrder>();
  const [problem, setProblem] = useState<string>();
  const days = useMemo(() => daysOf({ table, columns }, props.days), [table, columns, props.days]);
  const orders = useMemo(() => possibleOrders(days), [days]);
  function submit(event: FormEvent) {
    event.preventDefault();
    const chosen = orders.length === 1 ? orders[0] : order;
    const found = columnsProblem(columns, fields) ?? daysProblem(orders, chosen) ?? unanswered;
    setProblem(found);
    if (!found && chosen) onRead({ columns, order: chosen });
  }
  return (
    <Card title={`Columns of ${name}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <p>{lead}</p>
          <ColumnChoices table={table} fields={fields} columns={columns} onChange={setColumns} />
          {children}
          {orders.length > 1 && (
            <DaysQuestion days={days} orders={orders} order={order} onChange={setOrder} />
          )}
          {problem && <Notice tone="error">{problem}</Notice>}
          <Group gap={12}>
            <Button type="submit">Read the file</Button>
            <Button variant="default" onClick={onStop}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

type Props<N extends string> = {
  table: Table;
  fields: readonly Field<N>[];
  columns: Columns<N>;
  onChange: (columns: Columns<N>) => void;
};

/** A select for each field: which column holds it, with an example value. */
function ColumnChoices<N extends string>({ table, fields, columns, onChange }: Props<N>) {
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
function DaysQuestion({ days, orders, order, onChange }: DaysProps) {
  const example = days.find((text) => parseDay(text, "dmy") !== parseDay(text, "mdy")) ?? "";
  return (
    <RadioList
      label={`These dates are ambiguous. What does ${example} mean?`}
      options={orders.map((one) => [one, `${formatDay(parseDay(example, one) ?? "")}: ${orderNames[one]}`])}
      value={order}
      onChange={onChange}
    />
  );
}
