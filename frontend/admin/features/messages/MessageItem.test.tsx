import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Message } from "../../../../shared/messages/message.ts";
import {
  answerWith,
  backOffice,
  loseResponse,
  press,
  refuse,
  sentTo,
  shows,
} from "../../../../test/browser/dom.tsx";
import { numberedClient, numberedId } from "../../../../test/product/plan-file.ts";
import { announcements } from "../../components/ui/announce.ts";
import { MessageItem } from "./MessageItem.tsx";

const message: Message = {
  id: numberedId(1),
  name: "Wanjiku",
  email: "w@visitor.example",
  phone: "",
  message: "How much is it?\nThank you",
  state: "mailed",
  day: "2026-12-24",
  received_at: "2026-12-24T06:00:00.000Z",
};
const MOVE = `PUT /api/v1/messages/${message.id}`;

async function open(shown: Partial<Message> = {}, onMoved = vi.fn()) {
  const { wrapper } = backOffice();
  const item = (more: Partial<Message>) => (
    <main id="content">
      <MessageItem
        message={{ ...message, ...more }}
        distinctName={message.name}
        box="waiting"
        now={Date.parse("2026-12-24T08:00:00.000Z")}
        onMoved={onMoved}
        selected={undefined}
        onDelete={undefined}
      />
    </main>
  );
  const { rerender } = render(item(shown), { wrapper });
  await screen.findByRole("button", { name: /the message from Wanjiku/ });
  return { onMoved, show: (more: Partial<Message>) => rerender(item(more)) };
}
async function choose(name: string) {
  press("More actions: Wanjiku");
  fireEvent.click(await screen.findByRole("menuitem", { name }));
}
const clientsAre = (...clients: object[]) => ({
  "GET /api/v1/clients": { clients, unreadable: 0, today: "2026-12-24" },
});

test("a moved message says where it went, and can be moved back", async () => {
  const answered: Message = { ...message, state: "answered" };
  answerWith({ [MOVE]: { message: answered }, ...clientsAre() });
  const { onMoved, show } = await open();
  await choose("Mark Wanjiku as answered");
  await waitFor(() => expect(onMoved).toHaveBeenCalledWith(answered));
  expect(announcements.get()?.text).toBe("Marked as answered: Wanjiku.");
  show(answered);
  await shows("Wanjiku: marked as answered.");
  const undo = screen.getByRole("button", { name: "Undo for Wanjiku" });
  expect(document.activeElement).toBe(undo);
  fireEvent.click(undo);
  await waitFor(() => expect(sentTo(MOVE)).toHaveLength(2));
  expect(sentTo(MOVE)).toEqual([
    { box: "answered", seen: "waiting" },
    { box: "waiting", seen: "answered" },
  ]);
});

test("a message that somebody else moved first says so, and stays", async () => {
  answerWith({ [MOVE]: refuse(409, "Somebody else moved it."), ...clientsAre() });
  const { onMoved } = await open();
  await choose("Mark the message from Wanjiku as spam");
  await shows("The message is still here. Please try again.");
  expect(announcements.get()).toMatchObject({ text: "Somebody else moved it.", tone: "error" });
  expect(onMoved).not.toHaveBeenCalled();
});

test("a failed move says why, and the message stays to be moved again", async () => {
  answerWith({ [MOVE]: refuse(500, "The shelf is full."), ...clientsAre() });
  const { onMoved } = await open();
  await choose("Mark Wanjiku as answered");
  await shows("The shelf is full.");
  answerWith({ [MOVE]: loseResponse });
  await choose("Mark Wanjiku as answered");
  await shows("The server did not respond.");
  expect([onMoved.mock.calls, sentTo(MOVE).length]).toEqual([[], 2]);
});

test("the sender is opened as the client that has the address, else offered as a new one", async () => {
  answerWith(clientsAre(numberedClient(5, { name: "Wanjiku Ltd", email: "W@Visitor.example" })));
  await open();
  await waitFor(() => expect(screen.queryByRole("link", { name: "Wanjiku" })).not.toBeNull());
  press("More actions: Wanjiku");
  await screen.findByRole("menuitem", { name: "Open Wanjiku Ltd" });
  expect(screen.queryByRole("menuitem", { name: /as a client/ })).toBeNull();
});

test("a sample with the same address is nobody", async () => {
  answerWith(clientsAre(numberedClient(5, { email: message.email, sample: true })));
  await open();
  press("More actions: Wanjiku");
  await screen.findByRole("menuitem", { name: "Add Wanjiku as a client" });
});
