import {
  notifiedFields,
  Settings,
  type SettingsChange,
  unsavedSettings,
} from "../../shared/settings/settings.ts";
import * as activity from "../activity/store.ts";
import * as outbox from "../outbox/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { batchGet } from "../platform/dynamo/batch-get.ts";
import { getItem, table } from "../platform/dynamo/database.ts";
import { changedMeanwhile } from "../platform/http/errors.ts";
import { addressesBefore, noticeOf } from "./notice.ts";
import * as templates from "./template-store.ts";

const name = "company";

export const get = async (): Promise<Settings> => settingsIn(await getItem("settings", { name }));

const settingsIn = (item: Record<string, unknown> | undefined) =>
  Settings.parse({ ...unsavedSettings, ...item });

/** What an email to a client needs: the settings, and the company's templates. */
export async function forClients(): Promise<{ company: Settings; templateOf: templates.TemplateOf }> {
  const rows = await batchGet("settings", [{ name }, { name: templates.name }]);
  const rowOf = (key: string) => rows.find((row) => row.name === key);
  return { company: settingsIn(rowOf(name)), templateOf: templates.templatesIn(rowOf(templates.name)) };
}

/** Saves the settings with the activity record and the notice, in one transaction. */
export async function save(
  { version, ...change }: SettingsChange,
  context: ChangeContext,
): Promise<Settings> {
  const before = await get();
  if (version !== undefined && version !== before.version) throw changedMeanwhile("these settings");
  const settings = Settings.parse({ ...before, ...change, version: before.version + 1 });
  const changes = notifiedFields
    .filter((field) => before[field] !== settings[field])
    .map((field) => ({ field, before: String(before[field]), after: String(settings[field]) }));
  const notice = {
    version: settings.version,
    changes,
    addresses_before: addressesBefore(before, settings),
  };
  const isSaved = await outbox.tryTransactWith(
    [
      {
        Put: {
          TableName: table("settings"),
          Item: { name, ...settings },
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
    ],
    changes.length > 0 ? [noticeOf(notice, context)] : [],
  );
  if (!isSaved) throw changedMeanwhile("these settings");
  return settings;
}
