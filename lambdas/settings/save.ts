import { formatDay } from "../../shared/dates.ts";
import { valueText } from "../../shared/field-values.ts";
import { rateDayAfter } from "../../shared/settings/dollar-rate.ts";
import { settingsFields } from "../../shared/settings/fields.ts";
import { notifiedFields, Settings, type SettingsChange } from "../../shared/settings/settings.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { changedMeanwhile, Invalid } from "../platform/http/refusals.ts";
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
  const kes_per_usd_day = rateDayAfter(before, change, context.today);
  if (
    kes_per_usd_day !== before.kes_per_usd_day &&
    kes_per_usd_day !== null &&
    kes_per_usd_day > context.today
  )
    throw new Invalid(`The day of the rate cannot be in the future: today is ${formatDay(context.today)}.`);
  const settings = Settings.parse({ ...before, ...change, kes_per_usd_day, version: before.version + 1 });
  const changes = notifiedFields
    .filter((field) => before[field] !== settings[field])
    .map((field) => ({
      field,
      before: valueText(settingsFields[field], before[field]),
      after: valueText(settingsFields[field], settings[field]),
    }));
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
