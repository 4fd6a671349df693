import type * as z from "zod/mini";
import { logFailure } from "./log.ts";

/** What is stored is not what it should be. Its message names the fields, never what stands in them. */
export class UnreadableRow extends Error {
  override name = "its record cannot be read";
}

type Item = Record<string, unknown>;

/** @throws UnreadableRow */
export function read<S extends z.ZodMiniType>(Row: S, item: Item): z.output<S> {
  const { success, data, error } = Row.safeParse(item);
  if (success) return data;
  throw new UnreadableRow(`not readable: ${error.issues.map(({ path }) => path.join(".")).join(", ")}`);
}

/** Those of some rows that can be read, and how many cannot: one bad row takes no other away. */
export function readable<S extends z.ZodMiniType>(Row: S, items: Item[] = []) {
  const rows: z.output<S>[] = [];
  let unreadable = 0;
  for (const item of items) {
    try {
      rows.push(read(Row, item));
    } catch (error) {
      unreadable += 1;
      logFailure("row left out", error, keyOf(item));
    }
  }
  return { rows, ...(unreadable > 0 && { unreadable }) };
}

/** Ids and days, which name a row and tell nothing of a person. */
const keyOf = ({ id, subscription_id, period, period_kind }: Item) =>
  Object.fromEntries(
    Object.entries({ id, subscription_id, period, period_kind }).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
