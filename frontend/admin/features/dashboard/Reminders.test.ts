import { expect, test } from "vitest";
import { ApiError } from "../../../api.ts";
import { detailsOf, errorText, resultText } from "./Reminders.tsx";

const none = { sent: 0, skipped: 0, failed: 0, queued: 0 };

test("sending has the four specified results", () => {
  expect(resultText({ ...none, sent: 2 })).toBe("2 email notifications sent successfully!");
  expect(resultText({ ...none, sent: 1 })).toBe("1 email notification sent successfully!");
  expect(resultText({ ...none, skipped: 1 })).toBe(
    "No notifications were sent. Email API may not be configured or no clients are due for renewal.",
  );
  expect(errorText(new ApiError(503, "Resting."))).toBe("Failed to send notifications: Resting.");
  expect(errorText(new TypeError("Failed to fetch"))).toBe("An error occurred while sending notifications");
  expect(detailsOf({ ...none, skipped: 2, failed: 1, queued: 3 }).map(({ text }) => text)).toEqual([
    "2 skipped",
    "1 failed",
    "3 more will be sent in the next minutes",
  ]);
  expect(detailsOf(none)).toEqual([]);
});
