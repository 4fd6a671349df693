import * as z from "zod/mini";
import {
  notifiedFields,
  Settings,
  type SettingsChange,
  unsavedSettings,
} from "../../shared/settings/settings.ts";
import * as activity from "../activity/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { batchGet } from "../platform/dynamo/batch-get.ts";
import { getItem, TransactionRefused, table, transact } from "../platform/dynamo/database.ts";
import { changedMeanwhile } from "../platform/http/errors.ts";
import { addressesBefore, originOf, PendingNotice } from "./pending-notices.ts";
import * as templates from "./template-store.ts";

const name = "company";

export type Stored = { settings: Settings; pending: PendingNotice[] };

export async function read(): Promise<Stored> {
  const item = await getItem("settings", { name });
  return { settings: settingsIn(item), pending: z.array(PendingNotice).parse(item?.pending_notices ?? []) };
}

const settingsIn = (item: Record<string, unknown> | undefined) =>
  Settings.parse({ ...unsavedSettings, ...item });

export const get = async (): Promise<Settings> => (await read()).settings;

/** What an email to a client needs: the settings, and the company's templates. */
export async function forClients(): Promise<{ company: Settings; templateOf: templates.TemplateOf }> {
  const rows = await batchGet("settings", [{ name }, { name: templates.name }]);
  const rowOf = (key: string) => rows.find((row) => row.name === key);
  return { company: settingsIn(rowOf(name)), templateOf: templates.templatesIn(rowOf(templates.name)) };
}

/** Saves the settings with the activity record and the pending notice, in one transaction. */
export async function save({ version, ...change }: SettingsChange, context: ChangeContext): Promise<Stored> {
  const { settings: before, pending } = await read();
  if (version !== undefined && version !== before.version) throw changedMeanwhile("these settings");
  const settings = Settings.parse({ ...before, ...change, version: before.version + 1 });
  const changes = notifiedFields
    .filter((field) => before[field] !== settings[field])
    .map((field) => ({ field, before: String(before[field]), after: String(settings[field]) }));
  if (changes.length > 0)
    pending.push({
      version: settings.version,
      changes,
      ...originOf(context),
      addresses_before: addressesBefore(before, settings),
    });
  try {
    await transact([
      {
        Put: {
          TableName: table("settings"),
          Item: { name, ...settings, pending_notices: pending },
          ConditionExpression: "attribute_not_exists(#name) OR version = :seen",
          ExpressionAttributeNames: { "#name": "name" },
          ExpressionAttributeValues: { ":seen": before.version },
        },
      },
      ...activity.changeRecords(
        "settings-changed",
        { subject: activity.settingsSubject },
        before,
        settings,
        context,
      ),
    ]);
  } catch (error) {
    throw error instanceof TransactionRefused ? changedMeanwhile("these settings") : error;
  }
  return { settings, pending };
}
