import type { ReminderCounts } from "../../../shared/notifications.ts";
import { ApiError } from "../../api.ts";

/** What became of sending the notifications, in the words people are told it with. */
export const outcomeOf = ({ sent }: ReminderCounts): string =>
  sent > 0
    ? `${sent} email notifications sent successfully!`
    : "No notifications were sent. Email API may not be configured or no clients are due for renewal.";

export const refusalOf = (error: unknown): string =>
  error instanceof ApiError
    ? `Failed to send notifications: ${error.message || `status ${error.status}`}`
    : "An error occurred while sending notifications";

/** What else is worth knowing: letters not sent on purpose, those that failed, and those that will still go out. */
export function detailsOf({ skipped, failed, queued }: ReminderCounts): string {
  const parts = [
    skipped > 0 && `${skipped} skipped`,
    failed > 0 && `${failed} failed`,
    queued > 0 && `${queued} more will be sent in the next minutes`,
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(", ")}.` : "";
}
