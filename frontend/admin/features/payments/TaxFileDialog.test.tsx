import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerWith, backOffice, calls, fill, refuse, shows } from "../../../../test/browser/dom.tsx";
import { numberedClient, numberedId } from "../../../../test/product/plan-file.ts";
import TaxFileDialog from "./TaxFileDialog.tsx";

const PAYMENTS = "GET /api/v1/payments";
const page = { unreadable: 0, today: "2026-12-24" };
const [withPin, withoutPin] = [numberedClient(1, { kra_pin: "A001234567Z" }), numberedClient(2)];
const payment = (n: number, more: object) => ({
  id: numberedId(100 + n),
  client_id: numberedId(1),
  amount: 100,
  currency: "USD",
  paid_on: "2026-11-20",
  recorded_at: `2026-11-20T09:00:0${n}.000Z`,
  reference: "",
  ...more,
});
const november = [
  payment(1, {}),
  payment(2, { client_id: withoutPin?.id }),
  payment(3, { amount: -30, credit: true, refund: true }),
  payment(4, { amount: 8, method: "withholding_tax" }),
];

async function open() {
  answerWith({
    "GET /api/v1/clients": { ...page, clients: [withPin, withoutPin] },
    "GET /api/v1/subscriptions": { ...page, subscriptions: [] },
    "GET /api/v1/settings": { settings: { default_currency: "USD" } },
    [PAYMENTS]: { ...page, payments: november, from: "2026-11-01", to: "2026-11-30" },
  });
  render(<TaxFileDialog month="2026-11" onClose={() => {}} />, { wrapper: backOffice().wrapper });
  await screen.findByRole("dialog");
}
const download = () => screen.getByText("Download CSV").closest("button");

test("a month shows its totals by what tax asks for, and who has no PIN, before it is downloaded", async () => {
  await open();
  await shows(/Lines.*4 lines.*Received.*\$200\.00.*Refunded.*\$30\.00.*Clients without a KRA PIN.*1/);
  expect(download()?.disabled).toBe(false);
  const asked = calls.filter(({ route }) => route === PAYMENTS).map(({ search }) => search);
  expect(asked).toEqual(["?from=2026-11-01&to=2026-11-30"]);
});

test("what is no month, or could not be loaded, is not downloaded", async () => {
  await open();
  await shows("4 lines");
  fill("Month", "2026-13");
  await shows("Enter a month, such as 2026-12.");
  expect(download()?.disabled).toBe(true);
  answerWith({ [PAYMENTS]: refuse(403, "You may not see payments.") });
  fill("Month", "2026-10");
  await shows("You may not see payments.");
  expect(download()?.disabled).toBe(true);
});
