import type { TableName } from "../../../shared/tables.ts";
import { table } from "./database.ts";
import { updateIf } from "./update-if.ts";

/** Sets when a row expires, unless an attribute has another value by now, or the row was deleted. */
export const setExpiry = (
  name: TableName,
  Key: Record<string, unknown>,
  expires_at: number,
  [attribute, value]: readonly [name: string, value: unknown],
): Promise<boolean> =>
  updateIf(
    { TableName: table(name), Key },
    { set: { expires_at }, onlyIf: `#${attribute} = :seen`, values: { seen: value } },
  );
