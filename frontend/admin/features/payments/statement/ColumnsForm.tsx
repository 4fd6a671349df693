import { NativeSelect, Stack } from "@mantine/core";
import { type FormEvent, useMemo, useState } from "react";
import { type Currency, currencies, currencyNames } from "../../../../../shared/money.ts";
import { ColumnChoices, DaysQuestion, daysProblem } from "../../../components/import/ColumnChoices.tsx";
import { ReadOrCancel } from "../../../components/import/parts.tsx";
import { Card } from "../../../components/ui/Card.tsx";
import { type Columns, columnsProblem } from "../../../csv/columns.ts";
import type { Table } from "../../../csv/table.ts";
import { type DayOrder, possibleOrders } from "../../../csv/values.ts";
import { isMpesa, type Name, statementFields } from "./read.ts";
import type { Choices } from "./use-reading.ts";

const fields = statementFields.filter(({ name }) => name !== "withdrawn" && name !== "linked");

type Props = {
  name: string;
  table: Table;
  columns: Columns<Name>;
  /** The file's currency, if known. */
  currency: Currency | undefined;
  onRead: (choices: Choices) => void;
  onStop: () => void;
};

/** Asks for columns, date order and currency that the file does not make clear. */
export function ColumnsForm({ name, table, onRead, onStop, ...initial }: Props) {
  const [columns, setColumns] = useState(initial.columns);
  const [currency, setCurrency] = useState(initial.currency);
  const [order, setOrder] = useState<DayOrder>();
  const [problem, setProblem] = useState<string>();
  const { day } = columns;
  const days = useMemo(
    () => (day === undefined ? [] : table.rows.map(({ cells }) => cells[day] ?? "")),
    [table, day],
  );
  const orders = useMemo(() => possibleOrders(days), [days]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const chosen = orders.length === 1 ? orders[0] : order;
    const found =
      columnsProblem(columns, statementFields) ??
      daysProblem(orders, chosen) ??
      (currency ? undefined : "Choose the statement's currency.");
    setProblem(found);
    if (!found && chosen && currency) onRead({ columns, order: chosen, currency });
  }
  return (
    <Card title={`Columns of ${name}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <p>
            Choose what each column holds. This browser remembers your choice for files with the same columns.
          </p>
          <ColumnChoices table={table} fields={fields} columns={columns} onChange={setColumns} />
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
            <DaysQuestion days={days} orders={orders} order={order} onChange={setOrder} />
          )}
          <ReadOrCancel problem={problem} onStop={onStop} />
        </Stack>
      </form>
    </Card>
  );
}
