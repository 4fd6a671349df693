import pLimit from "p-limit";
import { keysOf, mentions, type Person } from "../../shared/people/person.ts";
import { batchGet } from "../platform/dynamo/batch-get.ts";
import { table } from "../platform/dynamo/database.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import { rowsNaming } from "./named-rows.ts";
import { stringsIn, textsOfRow } from "./texts.ts";

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

const PARALLEL_WRITES = 10;

/** Clears the rows that name a person, or that made or updated one of these records. */
export async function clearRowsOf(person: Person, records: ReadonlySet<string>): Promise<void> {
  const found = await rowsNaming([...keysOf(person), ...records]);
  const theirs = (await batchGet("imports", found)).filter((item) => {
    const texts = stringsIn(textsOfRow(item));
    const isTheirs = item.record_id
      ? records.has(String(item.record_id))
      : texts.some((text) => mentions(person, text));
    return isTheirs && texts.some(Boolean);
  });
  await pLimit(PARALLEL_WRITES).map(theirs, (item) => clearRow(item as Key));
}
