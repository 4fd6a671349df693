import { render } from "@testing-library/react";
import { test } from "vitest";
import { answerWith, backOffice, shows } from "../../../../test/browser/dom.tsx";
import { SendingProblem } from "./LastRunStatus.tsx";

test("a missed run and paused sending are said", async () => {
  const paused = { at: "2026-12-24T04:00:00.000Z", reason: "sending is paused" };
  answerWith({ "GET /api/v1/reminders/status": { missed: true, today: "2026-12-24", paused } });
  render(<SendingProblem />, { wrapper: backOffice().wrapper });
  await shows("Sending has been paused since Dec 24, 2026, 7:00 AM");
  await shows("A daily run was missed");
});
