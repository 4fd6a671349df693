import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { counted } from "../../../../shared/count.ts";
import { type Columns, type Field, normalisedName } from "../../../../shared/imports/columns.ts";
import type { ImportKind } from "../../../../shared/imports/import.ts";
import { fieldsOfKind } from "../../../../shared/imports/kinds.ts";
import type { DayOrder } from "../../../../shared/parse-day.ts";
import { ColumnsForm } from "../../components/import/ColumnsForm.tsx";
import { columnsProblem, matchColumns } from "../../components/import/columns.ts";
import { FilePage } from "../../components/import/parts.tsx";
import { openTable } from "../../components/import/read-table.ts";
import { readingOf } from "../../components/import/reading.ts";
import type { Table } from "../../components/import/table.ts";
import { type FileStep, useFileTask } from "../../components/import/use-file-task.ts";
import { saveCsv } from "../../components/table/export.ts";
import { kinds } from "./kinds.ts";
import { ignoredIn } from "./queries.ts";
import { ignoredColumns, rowsToSend } from "./rows.ts";
import { sendRows } from "./send-rows.ts";
import { ToCheck } from "./ToCheck.tsx";

type File = { name: string; table: Table; columns: Columns };
type Step = FileStep<File & { at: "columns" }>;

const kindAt = (path: string): ImportKind => {
  if (path.includes("/money/charges")) return "charges";
  if (path.includes("/money/control-units")) return "control_units";
  return path.includes("/subscriptions/")
    ? "subscriptions"
    : path.includes("/money/")
      ? "payments"
      : "clients";
};

/** Reads a file and sends its rows. The server says what would happen to each, on the page of the import. */
export default function ImportFilePage() {
  const kind = kindAt(useLocation().pathname);
  const { noun, title, list, hint, days, ignored, template } = kinds[kind];
  const fields = fieldsOfKind[kind];
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { step, run, stop } = useFileTask<File & { at: "columns" }>(
    "We could not check the file. Check your connection and choose it again.",
  );

  async function send(file: File, order: DayOrder, progress: (share: number) => void): Promise<Step> {
    const { columns, rows } = rowsToSend(file, days, order);
    const id = await sendRows(queryClient, { kind, name: file.name, columns, cells: rows }, progress);
    queryClient.setQueryData(ignoredIn(id), ignoredColumns(file.table, file.columns, ignored));
    void navigate(`/admin/imports/${id}`);
    return { at: "file" };
  }

  const open = (chosen: globalThis.File) =>
    run(chosen.name, async (progress): Promise<Step> => {
      const { name } = chosen;
      const parsed = await openTable(chosen, fields);
      if ("problem" in parsed) return { at: "file", name, problems: [parsed.problem] };
      const { table } = parsed;
      if (table.rows.length === 0)
        return { at: "file", name, problems: [{ text: "It has no rows below its column names." }] };
      const chosenBefore = remembered(noun, table.header, fields);
      const columns = chosenBefore ?? matchColumns(table.header, fields);
      const { order, problem } = readingOf({ table, columns }, days, {});
      const clear = chosenBefore || ignoredColumns(table, columns, ignored).length === 0;
      if (!clear || columnsProblem(columns, fields) || problem || !order)
        return { at: "columns", name, table, columns };
      return send({ name, table, columns }, order, progress);
    });

  const columnsOfTemplate = template.map(
    (name) => [fields.find((field) => field.name === name)?.label ?? name, () => ""] as const,
  );
  return (
    <FilePage
      list={list}
      title={title}
      lead="From an Excel workbook or a CSV file. You check every row before anything is saved."
      file={`File of ${noun}s (CSV or XLSX)`}
      hint={
        <>
          {hint}
          <Button
            variant="subtle"
            size="compact-sm"
            px={0}
            onClick={() => void saveCsv({ name: `${noun}s template`, columns: columnsOfTemplate }, [])}
          >
            Download a template
          </Button>
        </>
      }
      step={step}
      onFile={(file) => void open(file)}
      onStop={stop}
    >
      {step.at === "file" && <ToCheck kind={kind} />}
      {step.at === "columns" && (
        <ColumnsForm
          key={step.name}
          step={step}
          fields={fields.filter((field) => field.name !== "sample")}
          days={days}
          lead={`Choose what each column holds. Other columns are ignored. This browser remembers your choice for files with the same columns. ${counted(step.table.rows.length, "row")} of ${noun}s.`}
          onRead={({ table, columns, chosen, order }) => {
            remember(noun, table.header, chosen);
            void run(step.name, (progress) => send({ name: step.name, table, columns }, order, progress));
          }}
          onStop={stop}
        />
      )}
    </FilePage>
  );
}

const storageKey = (what: string, header: readonly string[]) =>
  `columns of ${what}: ${header.map(normalisedName).join("|")}`;

/** The columns chosen earlier for files with these names. */
function remembered<N extends string>(
  what: string,
  header: readonly string[],
  fields: readonly Field<N>[],
): Columns<N> | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(what, header)) ?? "null");
    if (typeof stored !== "object" || stored === null) return undefined;
    return Object.fromEntries(
      fields.flatMap(({ name }) => {
        const at = (stored as Record<string, unknown>)[name];
        return Number.isInteger(at) && header[at as number] !== undefined ? [[name, at]] : [];
      }),
    ) as Columns<N>;
  } catch {
    return undefined;
  }
}

function remember(what: string, header: readonly string[], columns: Columns): void {
  try {
    localStorage.setItem(storageKey(what, header), JSON.stringify(columns));
  } catch {
    // Without storage people choose again.
  }
}
