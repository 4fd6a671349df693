import * as z from "zod/mini";
import { Instant, invalidCursor } from "./text.ts";

/** The lists that a browser keeps. */
export type ListName = "clients" | "subscriptions" | "payments" | "accounts";

/** A long list can be fetched in these parts in parallel, each with its own pages. */
export const LIST_PARTS = ["1", "2", "3", "4"] as const;

/** Where the next page of a list starts. Absent on the last page. */
const ListCursor = z.string().check(z.regex(/^[\w-]{1,200}$/, invalidCursor));

/** A page of the whole list, of one part, or of what changed since an instant. Every row is in exactly one part. */
export const ListPage = z.strictObject({
  cursor: z.optional(ListCursor),
  part: z.optional(z.enum(LIST_PARTS, invalidCursor)),
  since: z.optional(Instant),
});
export type ListPage = z.output<typeof ListPage>;

/** A list that is short enough to need no parts. */
export const OwedPage = z.omit(ListPage, { part: true });
export type OwedPage = z.output<typeof OwedPage>;

/** Fields of a response with `since`, besides its rows. */
export const changedFields = {
  /** Ask later for what changed `since` this instant. */
  mark: z.optional(Instant),
  /** Rows were removed since the mark: load the whole list again. */
  reload: z.optional(z.literal(true)),
};

/** Fields of a list's response, besides its rows. */
export const listPageFields = {
  cursor: z.optional(ListCursor),
  ...changedFields,
};
