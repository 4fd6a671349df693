import { useQueryClient } from "@tanstack/react-query";
import { type Columns, columnsProblem, matchColumns } from "../../../../shared/imports/columns.ts";
import type { PlannedRow, ReadOptions } from "../../../../shared/imports/plan-rows.ts";
import { daysOf, ignoredColumns } from "../../../../shared/imports/rows.ts";
import type { Table } from "../../../../shared/imports/table.ts";
import { type DayOrder, possibleOrders } from "../../../../shared/imports/values.ts";
import type { ImportDefinition } from "./definition.ts";
import { openTable } from "./open-table.ts";
import { remember, remembered } from "./remembered-columns.ts";
import { type FileStep, useFileTask } from "./use-file-task.ts";
import { yieldToMain } from "./yield-to-main.ts";

type OpenFile<N extends string> = { name: string; table: Table; columns: Columns<N> };
type OwnStep<N extends string, A> =
  | (OpenFile<N> & { at: "columns" })
  | (OpenFile<N> & { at: "rows"; order: DayOrder; planned: readonly PlannedRow<A>[] });
export type Step<N extends string, A> = FileStep<OwnStep<N, A>>;

/** The steps from a file to a plan for each row. Asks for columns and date order when they are unclear. */
export function useImport<N extends string, A, R>(definition: ImportDefinition<N, A, R>) {
  const { noun, fields, days, ignoredColumns: expected, plan } = definition;
  const queryClient = useQueryClient();
  const { step, setStep, run, stop } = useFileTask<OwnStep<N, A>>(
    "We could not check the file. Check your connection and choose it again.",
  );

  const planStep = async (
    name: string,
    options: ReadOptions<N>,
    progress: (share: number) => void,
  ): Promise<Step<N, A>> => ({
    at: "rows",
    name,
    ...options,
    planned: await plan(queryClient, options, yieldToMain(progress)),
  });

  return {
    step,
    stop,
    open: (file: File) =>
      run(file.name, async (progress) => {
        const { name } = file;
        const parsed = await openTable(file, fields);
        if ("problem" in parsed) return { at: "file", name, problems: [parsed.problem] };
        const { table } = parsed;
        const chosenBefore = remembered(noun, table.header, fields);
        const columns = chosenBefore ?? matchColumns(table.header, fields);
        const [order, ...others] = possibleOrders(daysOf({ table, columns }, days));
        const clear = chosenBefore || ignoredColumns(table, columns, expected).length === 0;
        if (!clear || columnsProblem(columns, fields) || !order || others.length > 0)
          return { at: "columns", name, table, columns };
        return planStep(name, { table, columns, order }, progress);
      }),
    read: (name: string, options: ReadOptions<N>) => {
      remember(noun, options.table.header, options.columns);
      return run(name, (progress) => planStep(name, options, progress));
    },
    /** Goes back to choosing the columns of the same file. */
    choose: ({ name, table, columns }: OpenFile<N>) => setStep({ at: "columns", name, table, columns }),
  };
}
