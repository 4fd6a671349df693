import { useQueryClient } from "@tanstack/react-query";
import type { Columns } from "../../../../../shared/imports/columns.ts";
import { type Currency, currencyOf } from "../../../../../shared/money.ts";
import type { ColumnName, StatementLayout } from "../../../../../shared/payments/layout.ts";
import { request } from "../../../../api.ts";
import { openTable } from "../../../components/import/read-table.ts";
import type { Problem } from "../../../components/import/row.ts";
import type { Table } from "../../../components/import/table.ts";
import { type FileStep, useFileTask } from "../../../components/import/use-file-task.ts";
import { subscriptionList } from "../../../queries/lists.ts";
import { statementFields } from "./file/columns.ts";
import { columnsToConfirm, currencyOfTable, isCurrencyOpen, keyOfTable, layoutOf } from "./file/layout.ts";
import { type FileLine, type LeftOut, readStatement } from "./file/read.ts";
import { currencyProblem } from "./file/stated.ts";
import type { WordMeanings } from "./file/words.ts";

type OpenFile = {
  name: string;
  table: Table;
  columns: Columns<ColumnName>;
  words?: WordMeanings | undefined;
};
type OwnStep =
  | (OpenFile & { at: "columns"; currency: Currency | undefined })
  | (OpenFile & {
      at: "lines";
      currency: Currency;
      lines: readonly FileLine[];
      unread: readonly Problem[];
      leftOut: LeftOut;
    });
export type Step = FileStep<OwnStep>;

/** The steps from a file to the lines of a statement. What is not clear is asked once, and remembered for everybody. */
export function useReading() {
  const queryClient = useQueryClient();
  const { step, setStep, run, stop } = useFileTask<OwnStep>(
    "We could not read the file. Check your connection and choose it again.",
  );

  /** The currency of all subscriptions, if there is only one: then a bank statement has that currency. */
  async function onlyCurrency(): Promise<Currency | undefined> {
    const { rows } = await queryClient.query(subscriptionList);
    const [currency, ...otherCurrencies] = new Set(rows.filter(({ sample }) => !sample).map(currencyOf));
    return otherCurrencies.length === 0 ? currency : undefined;
  }

  async function readLines(
    { name, table }: Pick<OpenFile, "name" | "table">,
    layout: StatementLayout,
    progress: (share: number) => void,
  ): Promise<Step> {
    const { today } = await queryClient.query(subscriptionList);
    const read = await readStatement({ table, layout, today }, yieldToMain(progress));
    const { columns, currency, words } = layout;
    if (read.lines.length === 0 && read.unread.length > 0) return { at: "file", name, problems: read.unread };
    return { at: "lines", name, table, columns, currency, words, ...read };
  }

  return {
    step,
    stop,
    open: (file: File) =>
      run(file.name, async (progress) => {
        const { name } = file;
        const opened = await openTable(file, statementFields);
        if ("problem" in opened) return { at: "file", name, problems: [opened.problem] };
        const { table } = opened;
        const problem = currencyProblem(table);
        if (problem) return { at: "file", name, problems: [{ text: problem }] };
        const { layouts } = await request("GET /api/v1/payments/layouts", {});
        const id = await keyOfTable(table);
        const chosenBefore = layouts.find((layout) => layout.id === id)?.layout;
        const layout = layoutOf(table, chosenBefore);
        const columns = layout?.columns ?? columnsToConfirm(table, chosenBefore);
        const only = await onlyCurrency();
        const isOpen = isCurrencyOpen(table, columns) && !only;
        if (layout && !isOpen) return readLines({ name, table }, layout, progress);
        const remembered = isOpen ? undefined : chosenBefore?.currency;
        const currency = currencyOfTable(table, columns) ?? remembered ?? only;
        return { at: "columns", name, table, columns, currency, words: chosenBefore?.words };
      }),
    /** The layout is remembered; `columns` of the file can be without those that are hidden. */
    read: (file: OpenFile, layout: StatementLayout) =>
      run(file.name, async (progress) => {
        const id = await keyOfTable(file.table);
        await request("PUT /api/v1/payments/layouts", { body: { id, layout } });
        return readLines(file, { ...layout, columns: file.columns }, progress);
      }),
    /** Goes back to choosing the columns of the same file. */
    choose: ({ name, table, columns, words }: OpenFile, currency: Currency) =>
      setStep({ at: "columns", name, table, columns, currency, words }),
  };
}

const MAX_BLOCKING_MS = 40;

/** Returns a function to call between pieces of long work: it reports progress and lets the browser respond. */
function yieldToMain(onProgress: (share: number) => void): (share: number) => Promise<void> {
  let since = performance.now();
  return async (share) => {
    if (performance.now() - since < MAX_BLOCKING_MS) return;
    onProgress(share);
    await new Promise((next) => setTimeout(next));
    since = performance.now();
  };
}
