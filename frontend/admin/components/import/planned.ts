import { tidied } from "../../../../shared/characters.ts";
import { asMeant } from "../../../../shared/csv.ts";
import type { Columns } from "../../csv/columns.ts";
import { cellsProblem, type Row, type Table } from "../../csv/table.ts";
import { inTurns } from "../../csv/turns.ts";
import type { DayOrder } from "../../csv/values.ts";
import { count } from "../../words/count.ts";

/** What becomes of a row of a file. */
export type Fate = "new" | "changed" | "same" | "wrong";

/** What a column's cell is now, and what it will be. */
export type Difference = { label: string; before: string; after: string };

/** What is thought of one row by itself. */
export type Verdict<D> = {
  /** What it is about, in words. */
  name: string;
  /** The id of the record it is about, where that is known. */
  about?: string | undefined;
} & (
  | { fate: "new" | "changed"; differences: readonly Difference[]; deed: D }
  | { fate: "same" }
  | { fate: "wrong"; why: string }
);

export type Planned<D> = Verdict<D> & { id: string; row: Row };

/** How a file is read. */
export type How<N extends string> = { table: Table; columns: Columns<N>; order: DayOrder };

/** A cell by its field's name; undefined where the file says nothing of it, which is not the same as nothing. */
export type Cells<N extends string> = (name: N) => string | undefined;

// As the server will have it, so that what is stored is found again.
const plain = (text: string): string => tidied(text).trim();
/** Whether a cell is what the list as a file has there. */
export const isAsExported = (cell: string, exported: string | number | undefined): boolean =>
  cell === plain(String(exported ?? ""));

/** The id of a record that is made of a row: whoever imports it, and however often, it is the same. */
export async function idOf(...identity: string[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(identity));
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text)).slice(0, 16);
  // Version 8: a UUID by a rule of one's own.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Every row with its fate. Of several rows about one record none is done: nobody knows which is meant. */
export async function planAll<N extends string, D>(
  { table, columns }: How<N>,
  verdictOf: (cells: Cells<N>) => Promise<Verdict<D>>,
  onProgress: (share: number) => void = () => {},
): Promise<Planned<D>[]> {
  const turn = inTurns(onProgress);
  const planned: Planned<D>[] = [];
  for (const [index, row] of table.rows.entries()) {
    await turn(index / table.rows.length);
    const cells: Cells<N> = (name) => {
      const at = columns[name];
      const cell = at === undefined ? undefined : row.cells[at];
      return cell === undefined ? undefined : plain(asMeant(cell));
    };
    // A row that is too short says nothing of its last columns; one that is too long may be moved in all of them.
    const broken = row.cells.length > table.header.length ? cellsProblem(table, row) : undefined;
    const verdict = await verdictOf(cells);
    planned.push({
      ...(broken ? { name: verdict.name, fate: "wrong" as const, why: broken.text } : verdict),
      ...{ id: String(row.line), row },
    });
  }
  const byRecord = Map.groupBy(
    planned.filter(({ about }) => about !== undefined),
    ({ about }) => about,
  );
  return planned.map((one): Planned<D> => {
    const { id, row, name, about } = one;
    const others = (about === undefined ? [] : (byRecord.get(about) ?? [])).filter((other) => other !== one);
    if (others.length === 0) return one;
    const lines = others.map((other) => count(other.row.line)).join(", ");
    return {
      id,
      row,
      name,
      about,
      fate: "wrong",
      why: `Line ${lines} is about the same. Leave one of them.`,
    };
  });
}

/** What people write for yes and no; undefined for anything else. */
export function yesIn(cell: string): boolean | undefined {
  if (/^(yes|y|true|1|x|ndiyo)$/i.test(cell)) return true;
  return /^(|no|n|false|0|-|hapana)$/i.test(cell) ? false : undefined;
}

/** Which of some choices a cell names, by what it is called on screen or in the API. */
export function choiceIn<C extends string>(cell: string, names: Readonly<Record<C, string>>): C | undefined {
  const plainly = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, "");
  return (Object.entries(names) as [C, string][]).find(([choice, name]) =>
    [choice, name].some((one) => plainly(one) === plainly(cell)),
  )?.[0];
}

/** Complaints as one sentence after the other, each once. */
export const sentences = (all: readonly (string | undefined)[]): string =>
  [...new Set(all.filter(Boolean))].join(" ");
