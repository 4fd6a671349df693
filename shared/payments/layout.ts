import * as z from "zod/mini";
import { Currency } from "../money.ts";
import { Id } from "../text.ts";

const MAX_COLUMNS = 1_000;
export const MAX_WORD_LENGTH = 100;

/** A column of a statement holds one of these. */
export const columnNames = [
  ...(["code", "day", "paidIn", "withdrawn", "side", "currency", "balance"] as const),
  ...(["payer", "account", "details", "status", "linked"] as const),
] as const;
export type ColumnName = (typeof columnNames)[number];

/** How to read statements with the same columns: chosen once, for everybody. */
export const StatementLayout = z.strictObject({
  /** The index of each column, from 0. */
  columns: z.partialRecord(z.enum(columnNames), z.int().check(z.minimum(0), z.maximum(MAX_COLUMNS - 1))),
  /** Tells which number comes first in a date that could be read in two ways. */
  order: z.enum(["dmy", "mdy"]),
  currency: Currency,
  /** Words of the bank that mean money in, or no money in. */
  words: z.optional(z.record(z.string().check(z.maxLength(MAX_WORD_LENGTH)), z.enum(["in", "out"]))),
});
export type StatementLayout = z.output<typeof StatementLayout>;

/** How somebody read a statement. `id` is that of all statements with the same columns. */
export const StoredLayout = z.strictObject({ id: Id, layout: StatementLayout });
export type StoredLayout = z.output<typeof StoredLayout>;
