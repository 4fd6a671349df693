import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Client } from "../../../../shared/clients/client.ts";
import {
  answerWith,
  backOffice,
  loseResponse,
  press,
  refuse,
  sentTo,
  shows,
} from "../../../../test/browser/dom.tsx";
import { numberedClient, numberedSubscription } from "../../../../test/product/plan-file.ts";
import { announcements } from "../../components/ui/announce.ts";
import RemindDialog from "./RemindDialog.tsx";

const subscription = numberedSubscription(1, { next_billing_date: "2026-12-21" });
const REMIND = `POST /api/v1/subscriptions/${subscription.id}/reminders`;
const page = { unreadable: 0, today: "2026-12-24" };

async function open(more: Partial<Client> = {}, told_on = "2026-12-21") {
  const isStopped = more.mail_problem !== undefined;
  const client = numberedClient(1, { name: "Amani", ...more });
  answerWith({
    "GET /api/v1/subscriptions": { ...page, subscriptions: [subscription] },
    "GET /api/v1/clients": { ...page, clients: [client] },
    [`GET /api/v1/clients/${client.id}/account`]: { charges: [{ told_on }], today: page.today },
    "GET /api/v1/settings": { settings: { company_name: "Mwamba" } },
    "GET /api/v1/settings/emails": { words: [], version: 0 },
  });
  const onClose = vi.fn();
  render(<RemindDialog id={subscription.id} onClose={onClose} />, { wrapper: backOffice().wrapper });
  await shows(/Overdue reminder, \$1,234\.50 monthly, due Dec 21, 2026: Service 1/);
  await waitFor(() => expect(screen.getByText("Send now").closest("button")?.disabled).toBe(isStopped));
  return onClose;
}
const reminderIs = (state: string, reason?: string) => ({ reminder: { state, reason } });

test("what is to be sent is shown, sent once, and announced", async () => {
  const response = Promise.withResolvers<object>();
  answerWith({ [REMIND]: () => response.promise });
  const onClose = await open();
  await shows("1@client.example");
  press("Send now");
  await waitFor(() => expect(sentTo(REMIND)).toHaveLength(1));
  press("Sending...");
  response.resolve(reminderIs("sent"));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect([sentTo(REMIND).length, announcements.get()?.text]).toEqual([1, "The reminder to Amani was sent."]);
});

test("a reminder that was not sent, or perhaps was, says which, and can be sent again", async () => {
  const onClose = await open();
  for (const [response, text, advice] of [
    [refuse(409, "Not that one."), "Not that one.", "Nothing was sent."],
    [refuse(500, ""), "Failed to send the reminder", "The reminder may have been sent."],
    [loseResponse, "There was no response.", "The reminder may have been sent."],
    [reminderIs("skipped", "the client is inactive"), "Skipped: The client is inactive", "Nothing was sent."],
  ] as const) {
    answerWith({ [REMIND]: response });
    press("Send now");
    await shows(text);
    await shows(advice);
  }
  expect([onClose.mock.calls, sentTo(REMIND).length]).toEqual([[], 4]);
});

test("it says before it is sent that it is the second email of the day", async () => {
  await open({}, page.today);
  await shows("The client was reminded today. This sends a second email.");
  cleanup();
  await open();
  expect(screen.queryByText(/second email/)).toBeNull();
});

test("nothing can be sent to an address that bounced", async () => {
  await open({ mail_problem: { kind: "bounced", at: "2026-12-24T06:00:00.000Z" } });
  await shows("It cannot be sent: emails to this address bounced");
  expect(screen.getByText("Send now").closest("button")?.disabled).toBe(true);
});
