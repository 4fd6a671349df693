import * as z from "zod/mini";
import { numberIn, placeOf, seriesOf } from "../../shared/invoices/number.ts";
import { isAbsent, type TransactItem } from "../platform/dynamo/database.ts";
import type { PaperRow } from "./paper-row.ts";

/** The id of the row with the last numbers, in the table of papers. It is in no index. */
export const LAST_NUMBERS = "numbers";

/** The last numbers that were given. */
export const LastNumbers = z.object({
  id: z.literal(LAST_NUMBERS),
  serial: z.int(),
  /** The last place in each series: `INV-2026`. */
  places: z.record(z.string(), z.int()),
});
export type LastNumbers = z.output<typeof LastNumbers>;

export const noNumbers: LastNumbers = { id: LAST_NUMBERS, serial: 0, places: {} };

/** Gives papers the numbers after the last ones, in their order. */
export function numbersFor<P extends Pick<PaperRow, "kind" | "day">>(
  papers: readonly P[],
  { id, serial, places }: LastNumbers,
): { numbered: { paper: P; number: string; serial: number }[]; last: LastNumbers } {
  const last: LastNumbers = { id, serial, places: { ...places } };
  const numbered = papers.map((paper) => {
    const series = seriesOf(paper.kind, paper.day);
    const place = (last.places[series] ?? 0) + 1;
    last.places[series] = place;
    last.serial += 1;
    return { paper, number: numberIn(series, place), serial: last.serial };
  });
  return { numbered, last };
}

/** The last numbers, at least those that some papers have. */
export function atLeastThoseOf(
  papers: Iterable<Pick<PaperRow, "number" | "serial">>,
  { id, serial, places }: LastNumbers,
): LastNumbers {
  const last: LastNumbers = { id, serial, places: { ...places } };
  for (const paper of papers) {
    last.serial = Math.max(last.serial, paper.serial ?? 0);
    const { series, place } = placeOf(paper.number ?? "") ?? {};
    if (series !== undefined && place !== undefined)
      last.places[series] = Math.max(last.places[series] ?? 0, place);
  }
  return last;
}

/** Writes the last numbers on the condition that they are as they were read: without a row, that there is none. */
export const moveNumbers = (
  before: LastNumbers | undefined,
  after: LastNumbers,
  TableName: string,
): TransactItem & Required<Pick<TransactItem, "Put">> => ({
  Put: {
    TableName,
    Item: after,
    ...(before
      ? {
          ConditionExpression: "serial = :serial AND places = :places",
          ExpressionAttributeValues: { ":serial": before.serial, ":places": before.places },
        }
      : isAbsent()),
  },
});
