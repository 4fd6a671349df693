import type { ReminderCounts } from "../../../../shared/reminders/reminder.ts";
import { ApiError } from "../../../api.ts";
import type { OutcomeGroup } from "../../labels/reminders.ts";

/** The specified message for a result. */
export const resultText = ({ sent }: ReminderCounts): string =>
  sent > 0
    ? `${sent} email ${sent === 1 ? "notification" : "notifications"} sent successfully!`
    : "No notifications were sent. Email API may not be configured or no clients are due for renewal.";

export const errorText = (error: unknown): string =>
  error instanceof ApiError
    ? `Failed to send notifications: ${error.message || `status ${error.status}`}`
    : "An error occurred while sending notifications";

/** Skipped, failed and waiting emails. */
export const detailsOf = ({ skipped, failed, queued }: ReminderCounts): Detail[] =>
  [
    { text: `${skipped} skipped`, count: skipped, group: "skipped" as const },
    { text: `${failed} failed`, count: failed, group: "problems" as const },
    { text: `${queued} more will be sent in the next minutes`, count: queued },
  ].filter(({ count }) => count > 0);

/** `group`: the filter of the send log that lists them. */
type Detail = { text: string; group?: OutcomeGroup };
