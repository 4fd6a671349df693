import { useQueryClient } from "@tanstack/react-query";
import {
  type ColumnName,
  isMpesa,
  statementFields,
} from "../../../../../shared/billing/statement-file/columns.ts";
import type { LeftOut } from "../../../../../shared/billing/statement-file/read.ts";
import { type Line, linesOf } from "../../../../../shared/billing/statement-lines/read.ts";
import { type Columns, columnsProblem, matchColumns } from "../../../../../shared/imports/columns.ts";
import { daysOf } from "../../../../../shared/imports/rows.ts";
import type { Table } from "../../../../../shared/imports/table.ts";
import { type DayOrder, possibleOrders } from "../../../../../shared/imports/values.ts";
import { type Currency, currencyOf } from "../../../../../shared/money.ts";
import { openTable } from "../../../components/import/open-table.ts";
import { remember, remembered } from "../../../components/import/remembered-columns.ts";
import { type FileStep, useFileTask } from "../../../components/import/use-file-task.ts";
import { yieldToMain } from "../../../components/import/yield-to-main.ts";
import { subscriptionList } from "../../../queries/lists.ts";

/** The name under which the browser remembers chosen columns. */
const storageName = "statement";

type OpenFile = { name: string; table: Table; columns: Columns<ColumnName> };
type Choices = { columns: Columns<ColumnName>; order: DayOrder; currency: Currency };
type OwnStep =
  | (OpenFile & { at: "columns"; currency: Currency | undefined })
  | (OpenFile & { at: "lines"; currency: Currency; lines: readonly Line[]; leftOut: LeftOut });
export type Step = FileStep<OwnStep>;

/** The steps from a file to the lines of a statement. Asks for columns, date order and currency when unclear. */
export function useReading() {
  const queryClient = useQueryClient();
  const { step, setStep, run, stop } = useFileTask<OwnStep>(
    "We could not read the file. Check your connection and choose it again.",
  );

  /** The currency of all subscriptions, if there is only one: then a bank statement has that currency. */
  async function onlyCurrency(): Promise<Currency | undefined> {
    const { rows } = await queryClient.query(subscriptionList);
    const [one, ...others] = new Set(rows.filter(({ sample }) => !sample).map(currencyOf));
    return others.length === 0 ? one : undefined;
  }

  async function readLines(
    { name, table }: Pick<OpenFile, "name" | "table">,
    choices: Choices,
    progress: (share: number) => void,
  ): Promise<Step> {
    const { today } = await queryClient.query(subscriptionList);
    const read = await linesOf({ table, ...choices, today }, yieldToMain(progress));
    if ("problems" in read) return { at: "file", name, problems: read.problems };
    const { columns, currency } = choices;
    return { at: "lines", name, table, columns, currency, ...read };
  }

  return {
    step,
    stop,
    open: (file: File) =>
      run(file.name, async (progress) => {
        const { name } = file;
        const found = await openTable(file, statementFields);
        if ("problem" in found) return { at: "file", name, problems: [found.problem] };
        const { table } = found;
        const chosenBefore = remembered(storageName, table.header, statementFields);
        const columns = chosenBefore ?? matchColumns(table.header, statementFields);
        const [order, ...others] = possibleOrders(daysOf({ table, columns }, ["day"]));
        const currency = isMpesa(table.header) ? "KES" : await onlyCurrency();
        const clear = (chosenBefore || isMpesa(table.header)) && !columnsProblem(columns, statementFields);
        if (!clear || !order || !currency || others.length > 0)
          return { at: "columns", name, table, columns, currency };
        return readLines({ name, table }, { columns, order, currency }, progress);
      }),
    read: (file: OpenFile, choices: Choices) => {
      remember(storageName, file.table.header, choices.columns);
      return run(file.name, (progress) => readLines(file, choices, progress));
    },
    /** Goes back to choosing the columns of the same file. */
    choose: ({ name, table, columns }: OpenFile, currency: Currency) =>
      setStep({ at: "columns", name, table, columns, currency }),
  };
}
