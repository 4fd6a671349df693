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
import RefundDialog from "./RefundDialog.tsx";

const id = numberedId(1);
const REFUND = `POST /api/v1/clients/${id}/refunds`;
const credit = [
  { currency: "USD", amount: 40 },
  { currency: "KES", amount: 900 },
];
const account = {
  charges: [],
  payments: [],
  credit,
  owed: [],
  unreadable: 0,
  today: "2026-12-24",
};

async function open() {
  answerWith({ [`GET /api/v1/clients/${id}/account`]: account });
  const onClose = vi.fn();
  render(<RefundDialog id={id} onClose={onClose} />, { wrapper: backOffice().wrapper });
  await screen.findByLabelText(/^Amount/);
  return onClose;
}

test("it begins with the whole credit, also of another currency, and records what is typed", async () => {
  answerWith({
    [REFUND]: { refund: { id: numberedId(3), amount: -100, currency: "KES" }, credit: [], owed: [] },
  });
  const onClose = await open();
  expect([field(/^Amount/).value, field(/^Refunded on/).value]).toEqual(["40.00", "2026-12-24"]);
  fill("Currency", "KES");
  expect(field("Amount (KES)").value).toBe("900.00");
  fill("Amount (KES)", "100");
  fill("Method", "bank");
  press("Record refund");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const body = { amount: 100, currency: "KES", paid_on: "2026-12-24", method: "bank", reference: "" };
  expect(sentTo(REFUND)).toMatchObject([body]);
  expect(announcements.get()).toMatchObject({
    text: expect.stringMatching(/100\.00 was refunded/),
    action: { name: "Undo" },
  });
});

test("more than the credit, nothing, and a day to come are refused in words", async () => {
  await open();
  for (const [amount, problem] of [
    ["40.01", "Only $40.00 of credit is there to refund."],
    ["0", "Enter the amount that was refunded."],
  ] as const) {
    fill(/^Amount/, amount);
    press("Record refund");
    await shows(problem);
  }
  fill(/^Amount/, "40");
  fill(/^Refunded on/, "2026-12-25");
  press("Record refund");
  await shows(/cannot be dated in the future/);
  expect(sentTo(REFUND)).toEqual([]);
});

test("a repeat after a lost response has the same id", async () => {
  answerWith({ [REFUND]: loseResponse });
  await open();
  for (const times of [1, 2]) {
    press("Record refund");
    await waitFor(() => expect(sentTo(REFUND)).toHaveLength(times));
    await shows("An error occurred while recording the refund");
    await screen.findByText("Record refund");
  }
  const [first, second] = sentTo(REFUND);
  expect(second).toEqual(first);
});
