import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { Settings, type SettingsChange, unsavedSettings } from "../../shared/settings.ts";
import { conditionFailed, database, table } from "../database.ts";
import { changedMeanwhile } from "../http.ts";

const name = "company";

export async function get(): Promise<Settings> {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("settings"), Key: { name }, ConsistentRead: true }),
  );
  return Settings.parse({ ...unsavedSettings, ...Item });
}

export async function save({ version, ...change }: SettingsChange): Promise<Settings> {
  const before = await get();
  if (version !== undefined && version !== before.version) throw changedMeanwhile("these settings");
  const settings = Settings.parse({ ...before, ...change, version: before.version + 1 });
  try {
    await database.send(
      new PutCommand({
        TableName: table("settings"),
        Item: { name, ...settings },
        ConditionExpression: "attribute_not_exists(#name) OR version = :seen",
        ExpressionAttributeNames: { "#name": "name" },
        ExpressionAttributeValues: { ":seen": before.version },
      }),
    );
  } catch (error) {
    throw conditionFailed(error) ? changedMeanwhile("these settings") : error;
  }
  return settings;
}
