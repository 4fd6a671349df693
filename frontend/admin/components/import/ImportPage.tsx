import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { counted } from "../../../../shared/count.ts";
import type { PlannedRow, ReadOptions } from "../../../../shared/imports/plan-rows.ts";
import { statusNames } from "../../../../shared/imports/rows.ts";
import { ApiError } from "../../../api.ts";
import { ManyDialog } from "../many/ManyDialog.tsx";
import { saveCsv } from "../table/export.ts";
import { ColumnsForm } from "./ColumnsForm.tsx";
import type { ImportDefinition } from "./definition.ts";
import { FilePage } from "./parts.tsx";
import { RowsList } from "./RowsList.tsx";
import { useImport } from "./use-import.ts";
import { yieldToMain } from "./yield-to-main.ts";

type Props<N extends string, A, R> = { definition: ImportDefinition<N, A, R> };

/** Imports records from a file, after a preview of what happens to each row. */
export function ImportPage<N extends string, A, R>({ definition }: Props<N, A, R>) {
  const { noun, list, fields, template } = definition;
  const { step, ...reading } = useImport(definition);
  const [running, setRunning] = useState<readonly PlannedRow<A>[]>();
  const columns = template.map(
    (name) => [fields.find((field) => field.name === name)?.label ?? name, () => ""] as const,
  );
  return (
    <FilePage
      list={list}
      title={`Import ${noun}s`}
      lead="From an Excel workbook or a CSV file. You check every row before anything is saved."
      file={`File of ${noun}s (CSV or XLSX)`}
      hint={
        <>
          {`A row updates a ${noun} that it matches by ${definition.matchedBy}; other rows add new ones. To change many, export the list, edit the file and import it. `}
          <Button
            variant="subtle"
            size="compact-sm"
            px={0}
            onClick={() => void saveCsv({ name: `${noun}s template`, columns }, [])}
          >
            Download a template
          </Button>
        </>
      }
      step={step}
      onFile={(file) => void reading.open(file)}
      onStop={reading.stop}
    >
      {step.at === "columns" && (
        <ColumnsForm
          key={step.name}
          step={step}
          fields={fields.filter((field) => field.name !== "sample")}
          days={definition.days}
          lead={`Choose what each column holds. Other columns are ignored. This browser remembers your choice for files with the same columns. ${counted(step.table.rows.length, "row")} of ${noun}s.`}
          onRead={(choices) => void reading.read(step.name, { table: step.table, ...choices })}
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
    </FilePage>
  );
}

type RunDialogProps<N extends string> = {
  definition: ImportDefinition<N>;
  options: ReadOptions<N>;
  rows: readonly PlannedRow<unknown>[];
  onClose: (started: boolean) => void;
};

const conflict = "Somebody else changed it. Close this and check the row again.";

/** Saves new and changed rows. Repeating it saves no row twice and overwrites no newer change. */
function RunDialog<N extends string>({ definition, options, rows, onClose }: RunDialogProps<N>) {
  const { noun, plan, versionOf, write, show } = definition;
  const queryClient = useQueryClient();
  const [toSave] = useState(() => rows.filter(({ status }) => status === "new" || status === "changed"));
  const added = toSave.filter(({ status }) => status === "new").length;
  const latest = useRef(new Map<string, PlannedRow<unknown>>());
  const saved = useRef<unknown[]>([]);
  return (
    <ManyDialog<PlannedRow<unknown>>
      title={`Import ${noun}s`}
      plan={{ rows: toSave, skipped: [] }}
      summary={
        <p>
          {[
            added > 0 && `${counted(added, noun)} will be added`,
            toSave.length > added && `${counted(toSave.length - added, noun)} will be changed`,
          ]
            .filter(Boolean)
            .join(", ")}
          . If you stop or repeat the import, nothing is saved twice.
        </p>
      }
      button={(rows) => `Save ${counted(rows.length, noun)}`}
      result={(done) => `${counted(done.length, noun)} saved`}
      noun={noun}
      nameOf={({ name }) => name}
      detail={({ status }) => statusNames[status].toLowerCase()}
      prepare={async () => {
        // A row may be saved although its response got lost.
        for (const one of await plan(
          queryClient,
          options,
          yieldToMain(() => {}),
        ))
          latest.current.set(one.id, one);
      }}
      work={async (row, again) => {
        const now = (again && latest.current.get(row.id)) || row;
        if (now.status === "same") return undefined;
        if (now.status === "wrong") return now.problem;
        if (
          row.status !== now.status ||
          !("action" in row) ||
          versionOf(row.action) !== versionOf(now.action)
        )
          return conflict;
        try {
          saved.current.push(await write(now.action));
        } catch (error) {
          if (error instanceof ApiError && error.status === 409) return conflict;
          throw error;
        }
        return undefined;
      }}
      onProgress={(finished) => show(queryClient, saved.current.splice(0), finished)}
      onClose={(left) => onClose(left !== undefined)}
    />
  );
}
