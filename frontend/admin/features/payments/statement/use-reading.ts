import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Currency, currencyOf } from "../../../../../shared/money.ts";
import { type Columns, columnsProblem, known, remember, remembered } from "../../../csv/columns.ts";
import { decode, type Problem } from "../../../csv/decode.ts";
import { type Table, tableOf } from "../../../csv/table.ts";
import type { DayOrder } from "../../../csv/values.ts";
import { subscriptionList } from "../../../queries/subscriptions.ts";
import { isMpesa, type LeftOut, type Line, linesOf, type Name, ordersIn, statementFields } from "./read.ts";

/** By what name the columns of such files are remembered. */
const what = "statement";

type Opened = { name: string; table: Table };
/** How a file is to be read. */
export type Said = { columns: Columns<Name>; order: DayOrder; currency: Currency };
export type Step =
  | { at: "file"; name?: string; problems?: readonly Problem[] }
  | { at: "working"; name: string; share: number }
  | (Opened & { at: "columns"; columns: Columns<Name>; currency: Currency | undefined })
  | (Opened & {
      at: "lines";
      columns: Columns<Name>;
      currency: Currency;
      lines: readonly Line[];
      leftOut: LeftOut;
    });

/** From a file to the lines of a statement; whatever could be read in two ways is asked about. */
export function useReading() {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>({ at: "file" });
  // Who chooses another file has done with the first.
  const turn = useRef(0);

  async function inTurnOf(name: string, work: (still: () => boolean) => Promise<Step>): Promise<void> {
    turn.current += 1;
    const mine = turn.current;
    const still = () => mine === turn.current;
    setStep({ at: "working", name, share: 0 });
    const next = await work(still).catch(
      (): Step => ({
        at: "file",
        name,
        problems: [{ text: "The file could not be read. Check your connection, and choose it again." }],
      }),
    );
    if (still()) setStep(next);
  }

  /** The one currency that anything is sold in; where there is none, or two, a bank's statement may be in either. */
  async function onlyCurrency(): Promise<Currency | undefined> {
    const { rows } = await queryClient.query(subscriptionList);
    const [one, ...others] = new Set(rows.filter(({ sample }) => !sample).map(currencyOf));
    return others.length === 0 ? one : undefined;
  }

  async function linesIn(opened: Opened, { columns, order, currency }: Said, still: () => boolean) {
    const { name, table } = opened;
    const { today } = await queryClient.query(subscriptionList);
    const read = await linesOf({ table, columns, order, currency, today }, (share) => {
      if (!still()) throw new Error("Another file was chosen.");
      setStep({ at: "working", name, share });
    });
    if ("problems" in read) return { at: "file", name, problems: read.problems } as const;
    return { at: "lines", name, table, columns, currency, ...read } as const;
  }

  return {
    step,
    open: (file: File) =>
      inTurnOf(file.name, async (still) => {
        const { name } = file;
        const decoded = decode(new Uint8Array(await file.arrayBuffer()));
        if ("problem" in decoded) return { at: "file", name, problems: [decoded.problem] };
        const found = await tableOf(decoded.text, statementFields);
        if ("problem" in found) return { at: "file", name, problems: [found.problem] };
        const { table } = found;
        const said = remembered(what, table.header, statementFields);
        const columns = said ?? known(table.header, statementFields);
        const [order, ...others] = ordersIn({ table, columns });
        const currency = isMpesa(table.header) ? "KES" : await onlyCurrency();
        const clear = (said || isMpesa(table.header)) && !columnsProblem(columns, statementFields);
        if (!clear || !order || !currency || others.length > 0)
          return { at: "columns", name, table, columns, currency };
        return linesIn({ name, table }, { columns, order, currency }, still);
      }),
    read: (opened: Opened, said: Said) => {
      remember(what, opened.table.header, said.columns);
      return inTurnOf(opened.name, (still) => linesIn(opened, said, still));
    },
    /** The same file with other columns. */
    choose: ({ name, table }: Opened, { columns, currency }: Pick<Said, "columns" | "currency">) =>
      setStep({ at: "columns", name, table, columns, currency }),
    stop: () => {
      turn.current += 1;
      setStep({ at: "file" });
    },
  };
}
