import { Box, Button, Stack } from "@mantine/core";
import { type FormEvent, lazy, Suspense, useMemo, useState } from "react";
import { Link } from "react-router";
import { columnsProblem } from "../../csv/columns.ts";
import { type DayOrder, ordersOf } from "../../csv/values.ts";
import { counted } from "../../words/count.ts";
import { saveCsv } from "../table/export.ts";
import { Card } from "../ui/Card.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { ColumnChoices, DaysQuestion, daysProblem } from "./ColumnChoices.tsx";
import type { Importing } from "./importing.ts";
import { FileChoice, Problems, ReadOrCancel, Working } from "./parts.tsx";
import type { How, Planned } from "./planned.ts";
import { RowsList } from "./RowsList.tsx";
import { daysOf, type Step, useImport } from "./use-import.ts";

const RunDialog = lazy(() => import("./RunDialog.tsx"));

type Props<N extends string, D, R> = { importing: Importing<N, D, R> };

/** From a spreadsheet's rows to records, once it was looked at what becomes of each. */
export function ImportPage<N extends string, D, R>({ importing }: Props<N, D, R>) {
  const { noun, list, fields, template } = importing;
  const { step, ...reading } = useImport(importing);
  const [running, setRunning] = useState<readonly Planned<D>[]>();
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
        lead="From a spreadsheet saved as CSV. Nothing is recorded before you have looked at it."
      />
      <Box mb={16}>
        <FileChoice
          label={`File of ${noun}s (CSV)`}
          onFile={(file) => void reading.open(file)}
          again={step.at === "rows"}
        >
          {`A row is a ${noun} that is there already by ${importing.known}; any other is a new one. To change many, export the list, edit the file, and import it. `}
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
          importing={importing}
          onRead={(how) => void reading.read(step.name, how)}
          onStop={reading.stop}
        />
      )}
      {step.at === "rows" && (
        <RowsList
          step={step}
          importing={importing}
          onRun={setRunning}
          onColumns={() => reading.choose(step)}
        />
      )}
      <Suspense>
        {running && step.at === "rows" && (
          <RunDialog
            importing={importing as Importing<N>}
            how={step}
            rows={running}
            onClose={(begun) => {
              setRunning(undefined);
              if (begun) void reading.read(step.name, step);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

type FormProps<N extends string, D, R> = Props<N, D, R> & {
  step: Extract<Step<N, D>, { at: "columns" }>;
  onRead: (how: How<N>) => void;
  onStop: () => void;
};

/** Which column holds what, and how days are meant, where the file does not tell. */
function ColumnsForm<N extends string, D, R>({ step, importing, onRead, onStop }: FormProps<N, D, R>) {
  const { name, table } = step;
  const { fields, noun } = importing;
  const [columns, setColumns] = useState(step.columns);
  const [order, setOrder] = useState<DayOrder>();
  const [problem, setProblem] = useState<string>();
  const days = useMemo(() => daysOf({ table, columns }, importing.days), [table, columns, importing]);
  const orders = useMemo(() => ordersOf(days), [days]);
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
            {`Say which column holds what; of the others nothing is read. It is remembered in this browser for files with the same columns. ${counted(table.rows.length, "row")} of ${noun}s.`}
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
