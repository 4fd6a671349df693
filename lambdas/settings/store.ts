import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { announced, Settings, type SettingsChange, unsavedSettings } from "../../shared/settings.ts";
import * as activity from "../activity/store.ts";
import { batchGet } from "../batch-get.ts";
import { database, TransactionRefused, table, transact } from "../database.ts";
import { changedMeanwhile } from "../errors.ts";
import type { Occasion } from "../occasion.ts";
import { Untold, untoldBy } from "./untold.ts";
import * as words from "./words.ts";

const name = "company";

export type Stored = { settings: Settings; untold: Untold[] };

export async function read(): Promise<Stored> {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("settings"), Key: { name }, ConsistentRead: true }),
  );
  return { settings: settingsIn(Item), untold: z.array(Untold).parse(Item?.untold ?? []) };
}

const settingsIn = (item: Record<string, unknown> | undefined) =>
  Settings.parse({ ...unsavedSettings, ...item });

export const get = async (): Promise<Settings> => (await read()).settings;

/** What an email to a client is written with: the settings, and the company's own words. */
export async function forClients(): Promise<{ company: Settings; wordsOf: words.WordsOf }> {
  const rows = await batchGet("settings", [{ name }, { name: words.name }]);
  const rowOf = (wanted: string) => rows.find((row) => row.name === wanted);
  return { company: settingsIn(rowOf(name)), wordsOf: words.wordsIn(rowOf(words.name)) };
}

/** Saves, records it, and remembers with it what is to be told of it. */
export async function save({ version, ...change }: SettingsChange, occasion: Occasion): Promise<Stored> {
  const { settings: before, untold } = await read();
  if (version !== undefined && version !== before.version) throw changedMeanwhile("these settings");
  const settings = Settings.parse({ ...before, ...change, version: before.version + 1 });
  const changes = announced
    .filter((field) => before[field] !== settings[field])
    .map((field) => ({ field, before: String(before[field]), after: String(settings[field]) }));
  if (changes.length > 0) untold.push({ version: settings.version, changes, ...untoldBy(occasion) });
  try {
    await transact([
      {
        Put: {
          TableName: table("settings"),
          Item: { name, ...settings, untold },
          ConditionExpression: "attribute_not_exists(#name) OR version = :seen",
          ExpressionAttributeNames: { "#name": "name" },
          ExpressionAttributeValues: { ":seen": before.version },
        },
      },
      ...activity.changed(
        "settings-changed",
        { subject: activity.settingsSubject },
        before,
        settings,
        occasion,
      ),
    ]);
  } catch (error) {
    throw error instanceof TransactionRefused ? changedMeanwhile("these settings") : error;
  }
  return { settings, untold };
}
