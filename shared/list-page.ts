import * as z from "zod/mini";
import { Cursor, invalidCursor } from "./text.ts";

/** A long list can be fetched in these parts in parallel, each with its own pages. */
export const LIST_PARTS = ["1", "2", "3", "4"] as const;

/** A page of the whole list or of one part. Every row is in exactly one part. */
export const ListPage = z.strictObject({
  cursor: z.optional(Cursor),
  part: z.optional(z.enum(LIST_PARTS, invalidCursor)),
});
export type ListPage = z.output<typeof ListPage>;
