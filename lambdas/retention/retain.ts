import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { expiryOf, type Kept, retention } from "../../shared/retention.ts";
import { keptMonths } from "../../shared/settings.ts";
import { type Table, tables } from "../../shared/tables.ts";
import { database, table } from "../database.ts";
import { logEvent } from "../log.ts";
import * as settings from "../settings/store.ts";
import { updateIf } from "../update-if.ts";

/** From which instant a row is kept. Of the activity, what names no day or no end stays or goes by itself: notes, marks, lines. */
const dated: Record<Kept, { instant: string; only?: string }> = {
  messages: { instant: "received_at" },
  reminders: { instant: "at" },
  activity: { instant: "at", only: "attribute_exists(expires_at) AND attribute_exists(#day)" },
};

/** Rows at once, as DynamoDB takes them of a table that is quiet otherwise. */
const atOnce = 25;

/**
 * Once a day: sees that every row that goes by age does so after as many months as Settings say, and tells of how many
 * that was not so. What is right is not written, so a run that was cut off is brought to its end by the next.
 */
export async function handler(): Promise<Record<Kept, number>> {
  const months = keptMonths(await settings.get());
  const moved = { messages: 0, reminders: 0, activity: 0 };
  for (const name of Object.keys(retention) as Kept[]) moved[name] = await retain(name, months[name]);
  logEvent("retained", moved);
  return moved;
}

async function retain(name: Kept, months: number): Promise<number> {
  const { instant, only } = dated[name];
  const { partition, sort = partition }: Table = tables[name];
  const keys = [...new Set([partition, sort])];
  const pages = paginateScan(
    { client: database, pageSize: 1_000 },
    {
      TableName: table(name),
      ...(only && { FilterExpression: only }),
      ProjectionExpression: [...new Set([...keys, instant])]
        .map((key) => `#${key}`)
        .join()
        .concat(", expires_at"),
      ExpressionAttributeNames: Object.fromEntries(
        [...keys, instant, ...(only ? ["day"] : [])].map((key) => [`#${key}`, key]),
      ),
    },
  );
  let moved = 0;
  for await (const { Items = [] } of pages) {
    const rows = Items.values();
    const work = async () => {
      for (const row of rows) {
        const expires_at = expiryOf(name, String(row[instant]).split("#", 1)[0] ?? "", months);
        if (Number.isNaN(expires_at) || expires_at === row.expires_at) continue;
        const isMoved = await updateIf(
          { TableName: table(name), Key: Object.fromEntries(keys.map((key) => [key, row[key]])) },
          // One that was taken away, or dated anew, since it was read is left as it is.
          { set: { expires_at }, onlyIf: `#${instant} = :seen`, values: { seen: row[instant] } },
        );
        if (isMoved) moved += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  return moved;
}
