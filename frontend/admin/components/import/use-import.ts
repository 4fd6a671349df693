import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Columns, columnsProblem, known, plainName, remember, remembered } from "../../csv/columns.ts";
import { decode, type Problem } from "../../csv/decode.ts";
import { type Table, tableOf } from "../../csv/table.ts";
import { type DayOrder, ordersOf } from "../../csv/values.ts";
import type { Importing } from "./importing.ts";
import type { How, Planned } from "./planned.ts";

type Opened<N extends string> = { name: string; table: Table; columns: Columns<N> };
export type Step<N extends string, D> =
  | { at: "file"; name?: string; problems?: readonly Problem[] }
  | { at: "working"; name: string; share: number }
  | (Opened<N> & { at: "columns" })
  | (Opened<N> & { at: "rows"; order: DayOrder; planned: readonly Planned<D>[] });

/** The days of a file, as its columns have them. */
export const daysOf = <N extends string>(
  { table, columns }: Pick<Opened<N>, "table" | "columns">,
  names: readonly N[],
): string[] =>
  names.flatMap((name) => {
    const at = columns[name];
    return at === undefined ? [] : table.rows.map(({ cells }) => cells[at] ?? "");
  });

/** The names of columns that nothing is read of. */
export const unread = <N extends string>(
  { header }: Table,
  columns: Columns<N>,
  leftAlone: readonly string[],
): string[] => {
  const read = new Set<unknown>(Object.values(columns));
  return header.filter((name, at) => name !== "" && !read.has(at) && !leftAlone.includes(plainName(name)));
};

/** From a file to what becomes of each of its rows; whatever could be read in two ways is asked about. */
export function useImport<N extends string, D, R>(importing: Importing<N, D, R>) {
  const { noun, fields, days, leftAlone, plan } = importing;
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step<N, D>>({ at: "file" });
  // Who chooses another file has done with the first, as has who leaves the page.
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );

  async function inTurnOf(
    name: string,
    work: (progress: (share: number) => void) => Promise<Step<N, D>>,
  ): Promise<void> {
    turn.current += 1;
    const mine = turn.current;
    const progress = (share: number) => {
      if (mine !== turn.current) throw new Error("Somebody went on to something else.");
      setStep({ at: "working", name, share });
    };
    progress(0);
    const next = await work(progress).catch(
      (): Step<N, D> => ({
        at: "file",
        name,
        problems: [{ text: "The file could not be looked at. Check your connection, and choose it again." }],
      }),
    );
    if (mine === turn.current) setStep(next);
  }

  async function rowsOf(name: string, how: How<N>, progress: (share: number) => void): Promise<Step<N, D>> {
    return { at: "rows", name, ...how, planned: await plan(queryClient, how, progress) };
  }

  return {
    step,
    open: (file: File) =>
      inTurnOf(file.name, async (progress) => {
        const { name } = file;
        const decoded = decode(new Uint8Array(await file.arrayBuffer()));
        if ("problem" in decoded) return { at: "file", name, problems: [decoded.problem] };
        const found = await tableOf(decoded.text, fields);
        if ("problem" in found) return { at: "file", name, problems: [found.problem] };
        const { table } = found;
        const said = remembered(noun, table.header, fields);
        const columns = said ?? known(table.header, fields);
        const [order, ...others] = ordersOf(daysOf({ table, columns }, days));
        const clear = said || unread(table, columns, leftAlone).length === 0;
        if (!clear || columnsProblem(columns, fields) || !order || others.length > 0)
          return { at: "columns", name, table, columns };
        return rowsOf(name, { table, columns, order }, progress);
      }),
    read: (name: string, how: How<N>) => {
      remember(noun, how.table.header, how.columns);
      return inTurnOf(name, (progress) => rowsOf(name, how, progress));
    },
    /** The same file with other columns. */
    choose: ({ name, table, columns }: Opened<N>) => setStep({ at: "columns", name, table, columns }),
    stop: () => {
      turn.current += 1;
      setStep({ at: "file" });
    },
  };
}
