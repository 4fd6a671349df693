import type { ReminderCounts } from "../../../../shared/reminders.ts";
import { ApiError } from "../../../api.ts";
import type { OutcomeGroup } from "../../words/reminders.ts";

/** The outcome of sending the notifications, in the words people are told it with. */
export const outcomeOf = ({ sent }: ReminderCounts): string =>
  sent > 0
    ? `${sent} email ${sent === 1 ? "notification" : "notifications"} sent successfully!`
    : "No notifications were sent. Email API may not be configured or no clients are due for renewal.";

export const refusalOf = (error: unknown): string =>
  error instanceof ApiError
    ? `Failed to send notifications: ${error.message || `status ${error.status}`}`
    : "An error occurred while sending notifications";

/** What else is worth knowing: emails not sent on purpose, those that failed, and those that will still go out. */
export const detailsOf = ({ skipped, failed, queued }: ReminderCounts): Detail[] =>
  [
    { text: `${skipped} skipped`, count: skipped, group: "skipped" as const },
    { text: `${failed} failed`, count: failed, group: "problems" as const },
    { text: `${queued} more will be sent in the next minutes`, count: queued },
  ].filter(({ count }) => count > 0);

/** `group` is the part of the send log that names them. */
type Detail = { text: string; group?: OutcomeGroup };
