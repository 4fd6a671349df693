import { notifiedFields, Settings, type SettingsChange } from "../../shared/settings/settings.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { changedMeanwhile } from "../platform/http/refusals.ts";
import * as activity from "../stores/activity-store.ts";
import * as outbox from "../stores/outbox-store.ts";
import { get, name, replaceRow } from "../stores/settings-store.ts";
import { addressesBefore, noticeOf } from "./notice.ts";

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
      replaceRow(name, settings, before.version),
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
