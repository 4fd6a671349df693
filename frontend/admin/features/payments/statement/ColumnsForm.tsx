import { Button, Group, NativeSelect, Stack } from "@mantine/core";
import { type FormEvent, useId, useMemo, useState } from "react";
import { type Currency, currencies, currencyNames } from "../../../../../shared/money.ts";
import { Card } from "../../../components/ui/Card.tsx";
import { Notice } from "../../../components/ui/Notice.tsx";
import { type Columns, columnsProblem } from "../../../csv/columns.ts";
import type { Table } from "../../../csv/table.ts";
import { type DayOrder, dayIn, ordersOf } from "../../../csv/values.ts";
import { formatDay } from "../../../words/dates.ts";
import { isMpesa, type Name, statementFields } from "./read.ts";
import type { Said } from "./use-reading.ts";

const asked = statementFields.filter(({ name }) => name !== "withdrawn" && name !== "linked");
const orderNames = { dmy: "the day first", mdy: "the month first" } as const;

type Props = {
  name: string;
  table: Table;
  columns: Columns<Name>;
  /** What the file is in, where that is known. */
  currency: Currency | undefined;
  onRead: (said: Said) => void;
  onStop: () => void;
};

/** Which column holds what, and how its days are meant, where that cannot be told by the file. */
export function ColumnsForm({ name, table, columns: first, currency: known, onRead, onStop }: Props) {
  const id = useId();
  const [columns, setColumns] = useState(first);
  const [currency, setCurrency] = useState(known);
  const [order, setOrder] = useState<DayOrder>();
  const [problem, setProblem] = useState<string>();
  const { day } = columns;
  const days = useMemo(
    () => (day === undefined ? [] : table.rows.map(({ cells }) => cells[day] ?? "")),
    [table, day],
  );
  const orders = useMemo(() => ordersOf(days), [days]);
  const example = days.find((text) => dayIn(text, "dmy") !== dayIn(text, "mdy")) ?? "";

  function submit(event: FormEvent) {
    event.preventDefault();
    const chosen = orders.length === 1 ? orders[0] : order;
    const found =
      columnsProblem(columns, statementFields) ??
      (orders.length === 0
        ? "The days contradict each other: some can only be read with the day first, others with the month first."
        : !chosen
          ? "Please say how the days are meant."
          : !currency
            ? "Please say which currency the statement is in."
            : undefined);
    setProblem(found);
    if (!found && chosen && currency) onRead({ columns, order: chosen, currency });
  }
  const exampleOf = (at: number) =>
    table.rows
      .find(({ cells }) => cells[at])
      ?.cells[at]?.replaceAll(/\s+/g, " ")
      .slice(0, 30);

  return (
    <Card title={`Columns of ${name}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <p>
            Say which column holds what. It is remembered in this browser for files with the same columns.
          </p>
          <div
            style={{ display: "grid", gap: 16, gridTemplateColumns: "repeat(auto-fit, minmax(240px, 1fr))" }}
          >
            {asked.map(({ name, label, required }) => (
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
                onChange={({ currentTarget: { value } }) =>
                  setColumns(({ [name]: _, ...others }) =>
                    value === "" ? others : { ...others, [name]: Number(value) },
                  )
                }
              />
            ))}
          </div>
          {!isMpesa(table.header) && (
            <NativeSelect
              label="Currency"
              required
              value={currency ?? ""}
              data={[
                ...(currency ? [] : [{ value: "", label: "Choose the statement's currency" }]),
                ...currencies.map((value) => ({ value, label: currencyNames[value] })),
              ]}
              onChange={({ currentTarget: { value } }) => setCurrency(value as Currency)}
            />
          )}
          {orders.length > 1 && (
            <div role="radiogroup" aria-labelledby={`${id}days`}>
              <p id={`${id}days`}>{`The days can be read in two ways. What does ${example} mean?`}</p>
              {orders.map((one) => (
                <label key={one} style={{ display: "flex", gap: 10, alignItems: "center", minHeight: 44 }}>
                  <input
                    type="radio"
                    name={`${id}order`}
                    style={{ width: 18, height: 18, margin: 0, accentColor: "var(--accent)" }}
                    checked={order === one}
                    onChange={() => setOrder(one)}
                  />
                  {`${formatDay(dayIn(example, one) ?? "")}: ${orderNames[one]}`}
                </label>
              ))}
            </div>
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
