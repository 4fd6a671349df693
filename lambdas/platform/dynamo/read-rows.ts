import type * as z from "zod/mini";
import { $ZodDiscriminatedUnion, $ZodObject, $ZodObjectJIT, type $ZodType, safeParse } from "zod/v4/core";
import { logFailure } from "../log.ts";

/** A stored row does not match its schema. The message has the names of the fields, never their values. */
export class UnreadableRow extends Error {
  override name = "its record cannot be read";
}

type Item = Record<string, unknown>;

/** @throws UnreadableRow */
export function read<S extends $ZodType>(Row: S, item: Item): z.output<S> {
  const { success, data, error } = safeParse(Row, item);
  if (success) return data;
  throw new UnreadableRow(`not readable: ${error.issues.map(({ path }) => path.join(".")).join(", ")}`);
}

/** Fewer rows are read faster than a schema is compiled. */
const MANY_ROWS = 20;
const compiledSchemas = new WeakMap<$ZodType, $ZodType>();

/** `zod` compiles its objects and `zod/mini` does not. A compiled one takes half the time for a list. */
function compiled<Output>(Row: $ZodType<Output>): $ZodType<Output> {
  const schema = compiledSchemas.get(Row) ?? compile(Row);
  compiledSchemas.set(Row, schema);
  return schema as $ZodType<Output>;
}

function compile(Row: $ZodType): $ZodType {
  if (Row instanceof $ZodObject) return new $ZodObjectJIT(Row._zod.def);
  if (!(Row instanceof $ZodDiscriminatedUnion)) return Row;
  const { def } = Row._zod;
  return new $ZodDiscriminatedUnion({ ...def, options: def.options.map(compile) });
}

/** The rows that can be read, and the number of those that cannot: one bad row does not hide the others. */
export function readable<Output>(Row: $ZodType<Output>, items: Item[] = []) {
  const rows: Output[] = [];
  let unreadable = 0;
  const schema = items.length < MANY_ROWS ? Row : compiled(Row);
  for (const item of items) {
    try {
      rows.push(read(schema, item));
    } catch (error) {
      unreadable += 1;
      logFailure("row left out", error, keyOf(item));
    }
  }
  return { rows, ...(unreadable > 0 && { unreadable }) };
}

/** Ids and days: they identify a row and contain no personal data. */
const keyOf = ({ id, subscription_id, period, about, claim }: Item) =>
  Object.fromEntries(
    Object.entries({ id, subscription_id, period, about, claim }).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
