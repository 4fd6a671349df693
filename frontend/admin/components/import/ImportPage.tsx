import { Box, Button, Stack } from "@mantine/core";
import { type FormEvent, lazy, Suspense, useMemo, useState } from "react";
import { Link } from "react-router";
import { columnsProblem } from "../../csv/columns.ts";
import { type DayOrder, possibleOrders } from "../../csv/values.ts";
import { counted } from "../../labels/count.ts";
import { saveCsv } from "../table/export.ts";
import { Card } from "../ui/Card.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { ColumnChoices, DaysQuestion, daysProblem } from "./ColumnChoices.tsx";
import type { ImportDefinition } from "./import-definition.ts";
import { FileChoice, Problems, ReadOrCancel, Working } from "./parts.tsx";
import type { PlannedRow, ReadOptions } from "./plan-rows.ts";
import { RowsList } from "./RowsList.tsx";
import { daysOf, type Step, useImport } from "./use-import.ts";

const RunDialog = lazy(() => import("./RunDialog.tsx"));

type Props<N extends string, A, R> = { definition: ImportDefinition<N, A, R> };

/** Imports records from a CSV file, after a preview of what happens to each row. */
export function ImportPage<N extends string, A, R>({ definition }: Props<N, A, R>) {
  const { noun, list, fields, template } = definition;
  const { step, ...reading } = useImport(definition);
  const [running, setRunning] = useState<readonly PlannedRow<A>[]>();
  const columns = template.map(
    (name) => [fields.find((field) => field.name === name)?.label ?? name, () => ""] as const,
  );
  return (
    <>
      <Link to={list.path} className="small" style={{ display: "block", marginBottom: 12 }}>
        {`Back to ${list.name}`}
      </Link>
      <PageHead
        title={`Import ${noun}s`}
        lead="From a spreadsheet saved as CSV. You check every row before anything is saved."
      />
      <Box mb={16}>
        <FileChoice
          label={`File of ${noun}s (CSV)`}
          onFile={(file) => void reading.open(file)}
          again={step.at === "rows"}
        >
          {`A row updates a ${noun} that it matches by ${definition.matchedBy}; other rows add new ones. To change many, export the list, edit the file and import it. `}
          <Button
            variant="subtle"
            size="compact-sm"
            px={0}
            onClick={() => void saveCsv({ name: `${noun}s template`, columns }, [])}
          >
            Download a template
          </Button>
        </FileChoice>
      </Box>
      {step.at === "file" && step.problems && <Problems name={step.name ?? ""} problems={step.problems} />}
      {step.at === "working" && (
        <Working what={`Reading ${step.name}`} share={step.share} onStop={reading.stop} />
      )}
      {step.at === "columns" && (
        <ColumnsForm
          key={step.name}
          step={step}
          definition={definition}
          onRead={(options) => void reading.read(step.name, options)}
          onStop={reading.stop}
        />
      )}
      {step.at === "rows" && (
        <RowsList
          step={step}
          definition={definition}
          onRun={setRunning}
          onColumns={() => reading.choose(step)}
        />
      )}
      <Suspense>
        {running && step.at === "rows" && (
          <RunDialog
            definition={definition as ImportDefinition<N>}
            options={step}
            rows={running}
            onClose={(started) => {
              setRunning(undefined);
              if (started) void reading.read(step.name, step);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

type FormProps<N extends string, A, R> = Props<N, A, R> & {
  step: Extract<Step<N, A>, { at: "columns" }>;
  onRead: (options: ReadOptions<N>) => void;
  onStop: () => void;
};

/** Asks for the columns, and for the order of day and month if dates are ambiguous. */
function ColumnsForm<N extends string, A, R>({ step, definition, onRead, onStop }: FormProps<N, A, R>) {
  const { name, table } = step;
  const { fields, noun } = definition;
  const [columns, setColumns] = useState(step.columns);
  const [order, setOrder] = useState<DayOrder>();
  const [problem, setProblem] = useState<string>();
  const days = useMemo(() => daysOf({ table, columns }, definition.days), [table, columns, definition]);
  const orders = useMemo(() => possibleOrders(days), [days]);
  function submit(event: FormEvent) {
    event.preventDefault();
    const chosen = orders.length === 1 ? orders[0] : order;
    const found = columnsProblem(columns, fields) ?? daysProblem(orders, chosen);
    setProblem(found);
    if (!found && chosen) onRead({ table, columns, order: chosen });
  }
  return (
    <Card title={`Columns of ${name}`}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <p>
            {`Choose what each column holds. Other columns are ignored. This browser remembers your choice for files with the same columns. ${counted(table.rows.length, "row")} of ${noun}s.`}
          </p>
          <ColumnChoices
            table={table}
            fields={fields.filter((field) => field.name !== "sample")}
            columns={columns}
            onChange={setColumns}
          />
          {orders.length > 1 && (
            <DaysQuestion days={days} orders={orders} order={order} onChange={setOrder} />
          )}
          <ReadOrCancel problem={problem} onStop={onStop} />
        </Stack>
      </form>
    </Card>
  );
}
