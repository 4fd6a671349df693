import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { StoredLayout } from "../../shared/payments/layout.ts";
import { database, isWritten, table } from "../platform/dynamo/database.ts";

/** The layouts that were chosen last. */
const MAX_LAYOUTS = 50;

const Row = z.object({ version: z._default(z.int(), 0), layouts: z._default(z.array(StoredLayout), []) });

const key = { name: "statement-layouts" };

async function read(): Promise<z.output<typeof Row>> {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("settings"), Key: key, ConsistentRead: true }),
  );
  return Row.parse(Item ?? {});
}

export const listLayouts = async (): Promise<StoredLayout[]> => (await read()).layouts;

/** Remembers how to read statements with the same columns, for everybody. */
export async function saveLayout(layout: StoredLayout): Promise<StoredLayout[]> {
  const { version, layouts } = await read();
  const after = [layout, ...layouts.filter(({ id }) => id !== layout.id)].slice(0, MAX_LAYOUTS);
  const put = new PutCommand({
    TableName: table("settings"),
    Item: { ...key, version: version + 1, layouts: after },
    ConditionExpression: "attribute_not_exists(version) OR version = :seen",
    ExpressionAttributeValues: { ":seen": version },
  });
  return (await isWritten(database.send(put))) ? after : saveLayout(layout);
}
