import { render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  answerWith,
  backOffice,
  field,
  fill,
  loseResponse,
  press,
  sentTo,
  shows,
} from "../../../../test/browser/dom.tsx";
import { numberedId } from "../../../../test/product/plan-file.ts";
import { announcements } from "../../components/ui/announce.ts";
import StatementDialog from "./StatementDialog.tsx";

const id = numberedId(1);
const SEND = `POST /api/v1/clients/${id}/statements`;
const client = { id, name: "Amani", email: "a@amani.example", status: "active", version: 1 };
const today = "2026-12-24";

async function open(value: string) {
  answerWith({ [`GET /api/v1/clients/${id}`]: { client, subscriptions: [], figures: {}, today } });
  const onClose = vi.fn();
  render(<StatementDialog value={value} onClose={onClose} />, { wrapper: backOffice().wrapper });
  await screen.findByLabelText(/^From/);
  return onClose;
}
const days = () => [field(/^From/).value, field(/^To/).value];

test("it begins with the last 12 months, and a repeat after a lost answer is the same press", async () => {
  const onClose = await open(id);
  expect(days()).toEqual(["2025-12-25", today]);
  answerWith({ [SEND]: loseResponse });
  press("Send statement");
  await shows("You can try again: it is sent once.");
  answerWith({ [SEND]: { to: ["a@amani.example"] } });
  press("Send statement");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const sent = sentTo(SEND) as { id: string }[];
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(announcements.get()).toMatchObject({ text: "The statement goes to a@amani.example." });
});

test("it takes the days of the statement on the screen, and refuses what ends before it begins", async () => {
  await open(`${id}.2026-11-01.2026-11-30`);
  expect(days()).toEqual(["2026-11-01", "2026-11-30"]);
  fill(/^To/, "2026-10-31");
  press("Send statement");
  await shows("The statement cannot end before it begins.");
  expect(sentTo(SEND)).toEqual([]);
});
