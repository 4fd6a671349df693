import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { mentions, type Person } from "../../shared/people/person.ts";
import { database, table } from "../platform/dynamo/database.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";

type Key = { id: string; row: string };

/** Removes what a row says about a record whose personal data is erased. What it is about, and what became of it, stays. */
export const clearRow = ({ id, row }: Key): Promise<boolean> =>
  updateIf(
    { TableName: table("imports"), Key: { id, row } },
    {
      set: { name: "" },
      remove: ["cells", "changes", "before", "why"],
      onlyIf: "attribute_exists(id)",
    },
  );

/** The texts of a row, or the name of an import's file. */
export const textsOfRow = ({ name, cells, changes, before, why }: Record<string, unknown>) => [
  name,
  cells,
  changes,
  before,
  why,
];

/**
 * Clears the rows that name a person, or that made or updated one of these records. Reads the whole table: rows that wait for
 * their import are in no index, and go within a month.
 */
export async function clearRowsOf(person: Person, records: ReadonlySet<string>): Promise<void> {
  const pages = paginateScan({ client: database }, { TableName: table("imports"), ConsistentRead: true });
  for await (const { Items = [] } of pages)
    for (const item of Items) {
      const texts = stringsIn(textsOfRow(item));
      const isTheirs = item.record_id
        ? records.has(item.record_id)
        : texts.some((text) => mentions(person, text));
      if (isTheirs && texts.some(Boolean)) await clearRow(item as Key);
    }
}

/** Every string in a value. */
export const stringsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(stringsIn) : [];
};
