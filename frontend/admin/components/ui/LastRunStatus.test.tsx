import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith, backOffice, shows } from "../../../../test/browser/dom.tsx";
import { LastRunStatus, SendingProblem } from "./LastRunStatus.tsx";

test("a missed run and paused sending are said", async () => {
  const paused = { at: "2026-12-24T04:00:00.000Z", reason: "sending is paused" };
  answerWith({ "GET /api/v1/reminders/status": { missed: true, today: "2026-12-24", paused } });
  render(<SendingProblem />, { wrapper: backOffice().wrapper });
  await shows("Sending has been paused since Dec 24, 2026, 7:00 AM");
  await shows("A daily run was missed");
});

test("the failed emails of the last run are left to the lines of today on the dashboard", async () => {
  const last_run = {
    day: "2026-12-24",
    started_at: "2026-12-24T04:00:00.000Z",
    queued: 3,
    sent: 1,
    skipped: 0,
  };
  answerWith({
    "GET /api/v1/reminders/status": {
      missed: false,
      today: "2026-12-24",
      last_run: { ...last_run, failed: 2 },
    },
  });
  const { unmount } = render(<LastRunStatus />, { wrapper: backOffice().wrapper });
  await shows("1 sent, 2 failed");
  unmount();
  render(<LastRunStatus withoutFailed />, { wrapper: backOffice().wrapper });
  await shows("1 sent");
  expect(document.body.textContent).not.toContain("failed");
});
