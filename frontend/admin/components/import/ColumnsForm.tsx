import { Button, Group, NativeSelect, Stack } from "@mantine/core";
import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import { count } from "../../../../shared/count.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Columns, Field } from "../../../../shared/imports/columns.ts";
import { type DayOrder, parseDay } from "../../../../shared/parse-day.ts";
import { RadioList } from "../form/fields.tsx";
import { Card } from "../ui/Card.tsx";
import { Notice } from "../ui/Notice.tsx";
import { columnsProblem } from "./columns.ts";
import type { TwoReadings } from "./half-converted-days.ts";
import { type Answers, readingOf } from "./reading.ts";
import type { Table } from "./table.ts";

type FormProps<N extends string> = {
  step: { name: string; table: Table; columns: Columns<N> };
  fields: readonly Field<N>[];
  /** The fields that hold dates. */
  days: readonly N[];
  lead: string;
  /** Other questions about these columns, and why their answers are not enough. */
  children?: (columns: Columns<N>) => ReactNode;
  unanswered?: (columns: Columns<N>) => string | undefined;
  onRead: (choices: Choices<N>) => void;
  onStop: () => void;
};

type Choices<N extends string> = {
  /** The rows to read: without hidden ones, and with days as the person chose to read them. */
  table: Table;
  columns: Columns<N>;
  /** The choice to remember for files with these columns. */
  chosen: Columns<N>;
  order: DayOrder;
};

/** Asks for the columns, for what is hidden, and for the order of day and month if dates are ambiguous. */
export function ColumnsForm<N extends string>(props: FormProps<N>) {
  const { step, fields, days, lead, children, unanswered, onRead, onStop } = props;
  const { name, table } = step;
  const [columns, setColumns] = useState(step.columns);
  const [answers, setAnswers] = useState<Answers>({});
  const [problem, setProblem] = useState<string>();
  const reading = useMemo(
    () => readingOf({ table, columns }, days, answers),
    [table, columns, days, answers],
  );
  const { hidden, orders, converted } = reading;
  const answer = (newAnswers: Answers) => setAnswers((before) => ({ ...before, ...newAnswers }));
  function submit(event: FormEvent) {
    event.preventDefault();
    const newProblem = columnsProblem(reading.columns, fields) ?? reading.problem ?? unanswered?.(columns);
    setProblem(newProblem);
    if (!newProblem && reading.order)
      onRead({ table: reading.table, columns: reading.columns, chosen: columns, order: reading.order });
  }
  return (
    <Card title={`Columns of ${name}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <p>{lead}</p>
          <ColumnChoices table={table} fields={fields} columns={columns} onChange={setColumns} />
          {children?.(columns)}
          {hidden && (
            <RadioList<"read" | "left">
              label={`The spreadsheet hides ${hidden}. What happens to what is hidden?`}
              options={[
                ["read", "Read it too"],
                ["left", "Leave it out"],
              ]}
              value={answers.hidden}
              onChange={(hidden) => answer({ hidden })}
            />
          )}
          {orders.length > 1 && (
            <DaysQuestion
              days={reading.days}
              orders={orders}
              order={answers.order}
              onChange={(order) => answer({ order })}
            />
          )}
          {converted.length > 0 && (
            <RadioList<"shown" | "swapped">
              label={`A spreadsheet has converted some dates of this file and left others as text, so day and month may be swapped. What do ${examplesOf(converted, "text")} mean?`}
              options={[
                ["shown", `${examplesOf(converted, "shown")}: as they are shown`],
                ["swapped", `${examplesOf(converted, "swapped")}: day and month are swapped`],
              ]}
              value={answers.days}
              onChange={(days) => answer({ days })}
            />
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

const MAX_EXAMPLES = 3;
const MAX_EXAMPLE_LENGTH = 30;

/** A select for each field: which column holds it, with some of its values. */
function ColumnChoices<N extends string>({ table, fields, columns, onChange }: Props<N>) {
  const examples = useMemo(() => table.header.map((_, at) => examplesIn(table, at)), [table]);
  return (
    <div style={{ display: "grid", gap: 16, gridTemplateColumns: "repeat(auto-fit, minmax(240px, 1fr))" }}>
      {fields.map(({ name, label, required }) => (
        <NativeSelect
          key={name}
          label={label}
          description={examples[columns[name] ?? -1]?.join("; ")}
          required={required ?? false}
          value={columns[name] ?? ""}
          data={[
            { value: "", label: required ? "Choose a column" : "Not in this file" },
            ...table.header.map((header, at) => ({
              value: String(at),
              label: [header || `Column ${at + 1}`, examples[at]?.[0]].filter(Boolean).join(": "),
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

const examplesOf = (converted: readonly TwoReadings[], reading: "text" | "shown" | "swapped"): string =>
  converted
    .slice(0, MAX_EXAMPLES)
    .map((date) => (reading === "text" ? `${date.text} (row ${count(date.line)})` : formatDay(date[reading])))
    .join("; ");

function examplesIn({ rows }: Table, at: number): string[] {
  const examples: string[] = [];
  for (const { cells } of rows) {
    const cell = cells[at]?.replaceAll(/\s+/g, " ").slice(0, MAX_EXAMPLE_LENGTH);
    if (cell) examples.push(cell);
    if (examples.length === MAX_EXAMPLES) break;
  }
  return examples;
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
      options={orders.map((order) => [
        order,
        `${formatDay(parseDay(example, order) ?? "")}: ${orderNames[order]}`,
      ])}
      value={order}
      onChange={onChange}
    />
  );
}
