import * as z from "zod/mini";
import { batchGet, byId } from "../platform/dynamo/batch-get.ts";
import {
  getItem,
  MAX_TRIES,
  pauseBefore,
  queryPages,
  scanPages,
  type TransactItem,
  TransactionRefused,
  table,
  transact,
} from "../platform/dynamo/database.ts";
import { read } from "../platform/dynamo/read-rows.ts";
import { updateItem } from "../platform/dynamo/update-if.ts";
import {
  atLeastThoseOf,
  LAST_NUMBERS,
  LastNumbers,
  moveNumbers,
  noNumbers,
  numbersFor,
} from "./last-numbers.ts";
import { PaperRow } from "./paper-row.ts";

/** A transaction has 100 items and at most 4 MB. Its other item is the row with the last numbers. */
const MAX_PAPERS = 90;
/** A line has less than a kilobyte. */
const MAX_LINES = 2_000;

const Unnumbered = z.pick(PaperRow, { id: true, kind: true, day: true, written: true, lines: true });
type Unnumbered = z.output<typeof Unnumbered>;

/**
 * Gives numbers to all papers that have none, the oldest first. The last numbers move in the transaction that sets them on the
 * papers, each where there is none. So there is no gap and no number twice, also if another does the same at that moment, and
 * wherever it is killed.
 * @param hasTimeLeft asked before each transaction; without time, `isFinished` is false
 */
export async function numberPapers(
  hasTimeLeft: () => boolean,
): Promise<{ numbered: number; isFinished: boolean }> {
  let numbered = 0;
  let last = await readLast();
  for await (const keys of waitingPages(MAX_PAPERS)) {
    let papers = await withoutNumber(keys);
    let tries = 0;
    while (papers.length > 0) {
      if (!hasTimeLeft()) return { numbered, isFinished: false };
      const given = numbersFor(papers.slice(0, fitting(papers)), last.numbers);
      try {
        await transact([
          moveNumbers(last.row, given.last, table("papers")),
          ...given.numbered.map(setNumber),
        ]);
        numbered += given.numbered.length;
        papers = papers.slice(given.numbered.length);
        last = { row: given.last, numbers: given.last };
        tries = 0;
      } catch (error) {
        // Another one gave numbers, or a paper was withdrawn.
        if (!(error instanceof TransactionRefused) || ++tries === MAX_TRIES) throw error;
        await pauseBefore(tries);
        papers = await withoutNumber(keys);
        last = await readLast();
      }
    }
  }
  return { numbered, isFinished: true };
}

/** When the oldest paper without a number was written. */
export async function oldestWaitingPaper(): Promise<string | undefined> {
  for await (const [oldest] of waitingPages(1)) return oldest?.written;
  return undefined;
}

const Keys = z.array(z.object({ id: z.string(), written: z.string() }));
type Keys = z.output<typeof Keys>;

/** Those in the index, the oldest first. It may lag, so some can have a number by then, or be gone. */
async function* waitingPages(Limit: number): AsyncGenerator<Keys> {
  const pages = queryPages("papers", {
    IndexName: "to-number",
    KeyConditionExpression: "to_number = :yes",
    ExpressionAttributeValues: { ":yes": "yes" },
    Limit,
  });
  for await (const items of pages) yield Keys.parse(items);
}

async function withoutNumber(keys: Keys): Promise<Unnumbered[]> {
  const rows = await batchGet("papers", byId(keys.map(({ id }) => id)));
  return rows
    .filter(({ number }) => number === undefined)
    .map((row) => read(Unnumbered, row))
    .sort((a, b) => (a.written < b.written || (a.written === b.written && a.id < b.id) ? -1 : 1));
}

/** How many of the papers fit into a transaction. */
function fitting(papers: readonly Unnumbered[]): number {
  let lines = 0;
  const tooMany = papers.findIndex((paper) => {
    lines += paper.lines.length;
    return lines > MAX_LINES;
  });
  return tooMany === -1 ? papers.length : Math.max(1, tooMany);
}

type Last = { row: LastNumbers | undefined; numbers: LastNumbers };

/** If the row is missing, the papers tell the last numbers: after it is lost, none is given twice. */
async function readLast(): Promise<Last> {
  const item = await getItem("papers", { id: LAST_NUMBERS });
  const row = item && read(LastNumbers, item);
  if (row) return { row, numbers: row };
  let numbers = noNumbers;
  for await (const papers of scanPages("papers", {
    ConsistentRead: true,
    FilterExpression: "attribute_exists(serial)",
    ProjectionExpression: "#number, serial",
    ExpressionAttributeNames: { "#number": "number" },
  }))
    numbers = atLeastThoseOf(papers, numbers);
  return { row, numbers };
}

const place = (id: string) => ({ TableName: table("papers"), Key: { id } });

const setNumber = ({ paper, number, serial }: { paper: { id: string }; number: string; serial: number }) =>
  updateItem(place(paper.id), {
    set: { number, serial, unconfirmed: "yes" },
    remove: ["to_number"],
    onlyIf: "attribute_exists(#id) AND attribute_not_exists(#number)",
  });

/** Takes a paper back that has no number yet. With a number it stays: then the transaction is refused. */
export const withdrawPaper = (id: string): TransactItem => ({
  Delete: {
    ...place(id),
    ConditionExpression: "attribute_exists(id) AND attribute_not_exists(#number)",
    ExpressionAttributeNames: { "#number": "number" },
  },
});
