import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  answerWith,
  backOffice,
  field,
  fill,
  press,
  refuse,
  sentTo,
  shows,
} from "../../../../test/browser/dom.tsx";
import { numberedId } from "../../../../test/product/plan-file.ts";
import { announcements } from "../../components/ui/announce.ts";
import { Owed } from "./Owed.tsx";

const id = numberedId(1);
const PROMISE = `POST /api/v1/clients/${id}/promises`;
const charge = {
  subscription_id: numberedId(2),
  period: "2026-12-20",
  due: "2026-12-20",
  currency: "USD",
  amount: 50,
  paid: 0,
  state: "open",
};
const owed = { currency: "USD", overdue: 50, due_soon: 0, on_hold: 0, ages: [50, 0, 0, 0] };

async function open(more: object = {}) {
  const account = {
    charges: [charge],
    payments: [],
    credit: [],
    owed: [owed],
    unreadable: 0,
    today: "2026-12-24",
  };
  answerWith({ [`GET /api/v1/clients/${id}/account`]: { ...account, ...more } });
  const [onRecord, onRefund] = [vi.fn(), vi.fn()];
  render(<Owed id={id} figures={{} as never} onRecord={onRecord} onRefund={onRefund} />, {
    wrapper: backOffice().wrapper,
  });
  await screen.findByLabelText("Due");
  return { onRecord, onRefund };
}
const leave = () => fireEvent.blur(field(/^Promised/));

test("a promised day is saved once when its field is left, and only if it changed", async () => {
  answerWith({ [PROMISE]: {} });
  await open();
  press("Promise");
  leave();
  fill(/^Promised/, "2026-12-30");
  expect(sentTo(PROMISE)).toEqual([]);
  leave();
  await waitFor(() => expect(sentTo(PROMISE)).toEqual([{ day: "2026-12-30" }]));
  await waitFor(() =>
    expect(announcements.get()?.text).toBe("Promised for Dec 30, 2026: no reminder until then."),
  );
});

test("an emptied day removes the promise, and a refusal is said at the field", async () => {
  const REMOVE = `DELETE /api/v1/clients/${id}/promises/2026-12-28`;
  answerWith({ [REMOVE]: refuse(409, "It has changed meanwhile.") });
  await open({ promised_until: "2026-12-28" });
  await shows("No reminder goes out by itself until then.");
  press("Promised for Dec 28, 2026");
  fill(/^Promised/, "");
  fireEvent.keyDown(field(/^Promised/), { key: "Enter" });
  await shows("It has changed meanwhile.");
  expect(sentTo(REMOVE)).toHaveLength(1);
});

test("a day that has passed says that the promise was not kept", async () => {
  await open({ promised_until: "2026-12-20" });
  await shows("The promise was not kept.");
});

test("payments and refunds are offered for what is open and for credit alone", async () => {
  const { onRecord } = await open();
  press("Record payment");
  expect([onRecord.mock.calls.length, screen.queryByText("Refund credit")]).toEqual([1, null]);
});

test("a client with credit alone owes nothing, and can be refunded", async () => {
  const { onRefund } = await open({ charges: [], owed: [], credit: [{ currency: "USD", amount: 5 }] });
  await shows("Nothing is due");
  press("Refund credit");
  expect([onRefund.mock.calls.length, screen.queryByText("Record payment")]).toEqual([1, null]);
  expect(screen.queryByText("Promise")).toBeNull();
});
