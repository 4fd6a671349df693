import { NativeSelect, Stack } from "@mantine/core";
import { type FormEvent, useMemo, useState } from "react";
import { type Currency, currencies, currencyNames } from "../../../../../shared/money.ts";
import { ColumnChoices, DaysQuestion, daysProblem } from "../../../components/import/ColumnChoices.tsx";
import { ReadOrCancel } from "../../../components/import/parts.tsx";
import { Card } from "../../../components/ui/Card.tsx";
import { type Columns, columnsProblem } from "../../../csv/columns.ts";
import type { Table } from "../../../csv/table.ts";
import { type DayOrder, ordersOf } from "../../../csv/values.ts";
import { isMpesa, type Name, statementFields } from "./read.ts";
import type { Said } from "./use-reading.ts";

const asked = statementFields.filter(({ name }) => name !== "withdrawn" && name !== "linked");

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

  function submit(event: FormEvent) {
    event.preventDefault();
    const chosen = orders.length === 1 ? orders[0] : order;
    const found =
      columnsProblem(columns, statementFields) ??
      daysProblem(orders, chosen) ??
      (currency ? undefined : "Please say which currency the statement is in.");
    setProblem(found);
    if (!found && chosen && currency) onRead({ columns, order: chosen, currency });
  }
  return (
    <Card title={`Columns of ${name}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <p>
            Say which column holds what. It is remembered in this browser for files with the same columns.
          </p>
          <ColumnChoices table={table} fields={asked} columns={columns} onChange={setColumns} />
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
