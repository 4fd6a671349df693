import * as z from "zod/mini";
import { Cursor, noSuchPage } from "./text.ts";

/** The parts that a long list can be fetched in at the same time, each in pages of its own. */
export const parts = ["1", "2", "3", "4"] as const;

/** Which rows of a list: the pages of the whole, one after another, or those of a part. Every row is in exactly one part. */
export const ListPage = z.strictObject({
  cursor: z.optional(Cursor),
  part: z.optional(z.enum(parts, noSuchPage)),
});
export type ListPage = z.output<typeof ListPage>;
