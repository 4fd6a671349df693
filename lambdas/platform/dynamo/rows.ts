import type * as z from "zod/mini";
import { logFailure } from "../log.ts";

/** A stored row does not match its schema. The message has the names of the fields, never their values. */
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

/** The rows that can be read, and the number of those that cannot: one bad row does not hide the others. */
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

/** Ids and days: they identify a row and contain no personal data. */
const keyOf = ({ id, subscription_id, period, period_kind }: Item) =>
  Object.fromEntries(
    Object.entries({ id, subscription_id, period, period_kind }).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
