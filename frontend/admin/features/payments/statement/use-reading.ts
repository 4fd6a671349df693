import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Currency, currencyOf } from "../../../../../shared/money.ts";
import { type Columns, columnsProblem, matchColumns, remember, remembered } from "../../../csv/columns.ts";
import { decode, type Problem } from "../../../csv/decode.ts";
import { parseTable, type Table } from "../../../csv/table.ts";
import type { DayOrder } from "../../../csv/values.ts";
import { subscriptionList } from "../../../queries/subscriptions.ts";
import { isMpesa, type LeftOut, type Line, linesOf, type Name, ordersIn, statementFields } from "./read.ts";

/** The name under which the browser remembers chosen columns. */
const storageName = "statement";

type OpenFile = { name: string; table: Table };
export type Choices = { columns: Columns<Name>; order: DayOrder; currency: Currency };
export type Step =
  | { at: "file"; name?: string; problems?: readonly Problem[] }
  | { at: "working"; name: string; share: number }
  | (OpenFile & { at: "columns"; columns: Columns<Name>; currency: Currency | undefined })
  | (OpenFile & {
      at: "lines";
      columns: Columns<Name>;
      currency: Currency;
      lines: readonly Line[];
      leftOut: LeftOut;
    });

/** The steps from a file to the lines of a statement. Asks for columns, date order and currency when unclear. */
export function useReading() {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>({ at: "file" });
  // Choosing another file or stopping makes the running task obsolete.
  const task = useRef(0);

  async function runTask(name: string, work: (isCurrent: () => boolean) => Promise<Step>): Promise<void> {
    task.current += 1;
    const ownTask = task.current;
    const isCurrent = () => ownTask === task.current;
    setStep({ at: "working", name, share: 0 });
    const next = await work(isCurrent).catch(
      (): Step => ({
        at: "file",
        name,
        problems: [{ text: "We could not read the file. Check your connection and choose it again." }],
      }),
    );
    if (isCurrent()) setStep(next);
  }

  /** The currency of all subscriptions, if there is only one: then a bank statement has that currency. */
  async function onlyCurrency(): Promise<Currency | undefined> {
    const { rows } = await queryClient.query(subscriptionList);
    const [one, ...others] = new Set(rows.filter(({ sample }) => !sample).map(currencyOf));
    return others.length === 0 ? one : undefined;
  }

  async function readLines(
    file: OpenFile,
    { columns, order, currency }: Choices,
    isCurrent: () => boolean,
  ): Promise<Step> {
    const { name, table } = file;
    const { today } = await queryClient.query(subscriptionList);
    const read = await linesOf({ table, columns, order, currency, today }, (share) => {
      if (!isCurrent()) throw new Error("The task is obsolete.");
      setStep({ at: "working", name, share });
    });
    if ("problems" in read) return { at: "file", name, problems: read.problems } as const;
    return { at: "lines", name, table, columns, currency, ...read } as const;
  }

  return {
    step,
    open: (file: File) =>
      runTask(file.name, async (isCurrent) => {
        const { name } = file;
        const decoded = decode(new Uint8Array(await file.arrayBuffer()));
        if ("problem" in decoded) return { at: "file", name, problems: [decoded.problem] };
        const found = await parseTable(decoded.text, statementFields);
        if ("problem" in found) return { at: "file", name, problems: [found.problem] };
        const { table } = found;
        const chosenBefore = remembered(storageName, table.header, statementFields);
        const columns = chosenBefore ?? matchColumns(table.header, statementFields);
        const [order, ...others] = ordersIn({ table, columns });
        const currency = isMpesa(table.header) ? "KES" : await onlyCurrency();
        const clear = (chosenBefore || isMpesa(table.header)) && !columnsProblem(columns, statementFields);
        if (!clear || !order || !currency || others.length > 0)
          return { at: "columns", name, table, columns, currency };
        return readLines({ name, table }, { columns, order, currency }, isCurrent);
      }),
    read: (file: OpenFile, choices: Choices) => {
      remember(storageName, file.table.header, choices.columns);
      return runTask(file.name, (isCurrent) => readLines(file, choices, isCurrent));
    },
    /** Goes back to choosing the columns of the same file. */
    choose: ({ name, table }: OpenFile, { columns, currency }: Pick<Choices, "columns" | "currency">) =>
      setStep({ at: "columns", name, table, columns, currency }),
    stop: () => {
      task.current += 1;
      setStep({ at: "file" });
    },
  };
}
