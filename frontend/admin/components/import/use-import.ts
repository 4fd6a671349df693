import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import {
  type Columns,
  columnsProblem,
  matchColumns,
  normalisedName,
  remember,
  remembered,
} from "../../csv/columns.ts";
import { decode, type Problem } from "../../csv/decode.ts";
import { parseTable, type Table } from "../../csv/table.ts";
import { type DayOrder, possibleOrders } from "../../csv/values.ts";
import type { ImportDefinition } from "./import-definition.ts";
import type { PlannedRow, ReadOptions } from "./plan-rows.ts";

type OpenFile<N extends string> = { name: string; table: Table; columns: Columns<N> };
export type Step<N extends string, A> =
  | { at: "file"; name?: string; problems?: readonly Problem[] }
  | { at: "working"; name: string; share: number }
  | (OpenFile<N> & { at: "columns" })
  | (OpenFile<N> & { at: "rows"; order: DayOrder; planned: readonly PlannedRow<A>[] });

/** The texts of all date columns. */
export const daysOf = <N extends string>(
  { table, columns }: Pick<OpenFile<N>, "table" | "columns">,
  names: readonly N[],
): string[] =>
  names.flatMap((name) => {
    const at = columns[name];
    return at === undefined ? [] : table.rows.map(({ cells }) => cells[at] ?? "");
  });

/** The names of columns that the import ignores. */
export const ignoredColumns = <N extends string>(
  { header }: Table,
  columns: Columns<N>,
  expected: readonly string[],
): string[] => {
  const read = new Set<unknown>(Object.values(columns));
  return header.filter(
    (name, at) => name !== "" && !read.has(at) && !expected.includes(normalisedName(name)),
  );
};

/** The steps from a file to a plan for each row. Asks for columns and date order when they are unclear. */
export function useImport<N extends string, A, R>(definition: ImportDefinition<N, A, R>) {
  const { noun, fields, days, ignoredColumns: expected, plan } = definition;
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step<N, A>>({ at: "file" });
  // Choosing another file, stopping or leaving the page makes the running task obsolete.
  const task = useRef(0);
  useEffect(
    () => () => {
      task.current += 1;
    },
    [],
  );

  async function runTask(
    name: string,
    work: (progress: (share: number) => void) => Promise<Step<N, A>>,
  ): Promise<void> {
    task.current += 1;
    const ownTask = task.current;
    const progress = (share: number) => {
      if (ownTask !== task.current) throw new Error("The task is obsolete.");
      setStep({ at: "working", name, share });
    };
    progress(0);
    const next = await work(progress).catch(
      (): Step<N, A> => ({
        at: "file",
        name,
        problems: [{ text: "We could not check the file. Check your connection and choose it again." }],
      }),
    );
    if (ownTask === task.current) setStep(next);
  }

  async function planStep(
    name: string,
    options: ReadOptions<N>,
    progress: (share: number) => void,
  ): Promise<Step<N, A>> {
    return { at: "rows", name, ...options, planned: await plan(queryClient, options, progress) };
  }

  return {
    step,
    open: (file: File) =>
      runTask(file.name, async (progress) => {
        const { name } = file;
        const decoded = decode(new Uint8Array(await file.arrayBuffer()));
        if ("problem" in decoded) return { at: "file", name, problems: [decoded.problem] };
        const parsed = await parseTable(decoded.text, fields);
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
      return runTask(name, (progress) => planStep(name, options, progress));
    },
    /** Goes back to choosing the columns of the same file. */
    choose: ({ name, table, columns }: OpenFile<N>) => setStep({ at: "columns", name, table, columns }),
    stop: () => {
      task.current += 1;
      setStep({ at: "file" });
    },
  };
}
