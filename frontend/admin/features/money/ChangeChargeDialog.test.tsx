import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ofPeriod } from "../../../../shared/billing/account.ts";
import type { ClientCharge } from "../../../../shared/payments/client-account.ts";
import { unsavedSettings } from "../../../../shared/settings/settings.ts";
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
import ChangeChargeDialog from "./ChangeChargeDialog.tsx";

const client = numberedId(1);
const today = "2026-12-24";
const oneOff = {
  id: numberedId(3),
  service: "Installation",
  due: today,
  currency: "USD",
  amount: 150,
  paid: 0,
  state: "open",
};
const period = {
  ...ofPeriod(numberedId(2), "2026-12-20"),
  service: "Hosting",
  frequency: "monthly",
  currency: "USD",
  amount: 90,
  paid: 40,
  waived: 10,
  told_on: "2026-12-21",
  state: "open",
};
const pathOf = ({ id }: { id: string }) => `/api/v1/clients/${client}/charges/${encodeURIComponent(id)}`;

async function open(
  charge: (typeof oneOff | typeof period) & Pick<ClientCharge, "changes">,
  answers: object = {},
) {
  answerWith({
    [`GET /api/v1/clients/${client}/account`]: {
      charges: [charge],
      payments: [],
      credit: [],
      owed: [],
      today,
    },
    [`PUT ${pathOf(charge)}`]: { charge },
    ...answers,
  });
  const onClose = vi.fn();
  render(<ChangeChargeDialog value={`${client}.${charge.id}`} onClose={onClose} />, {
    wrapper: backOffice().wrapper,
  });
  await screen.findByLabelText(/^Reason/);
  return { onClose, sent: () => sentTo(`PUT ${pathOf(charge)}`) };
}

test("only what differs is sent, with its reason", async () => {
  const { onClose, sent } = await open(oneOff);
  await shows("One-off");
  fill(/^Due/, "2027-01-10");
  fill(/^Reason/, "Agreed on the phone");
  await shows("$150.00 is left to pay, due Jan 10, 2027.");
  press("Save charge");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ due: "2027-01-10", reason: "Agreed on the phone" }]);
});

test("a new amount keeps what is waived", async () => {
  const { onClose, sent } = await open(period);
  expect([field(/^Amount/).value, field(/^Waived/).value]).toEqual(["100.00", "10.00"]);
  fill(/^Amount/, "120");
  fill(/^Reason/, "Two more users");
  press("Save charge");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ amount: 120, waived: 10, reason: "Two more users" }]);
});

test("all that is not paid is waived by one press, and taken back by 0", async () => {
  const { sent } = await open(period);
  await shows("$40.00");
  await shows("the client got an email about it on Dec 21, 2026");
  press("Waive all");
  expect(field(/^Waived/).value).toBe("60.00");
  await shows("Nothing is left to pay of it.");
  fill(/^Waived/, "0");
  fill(/^Reason/, "By mistake");
  press("Save charge");
  await waitFor(() => expect(sent()).toEqual([{ waived: 0, reason: "By mistake" }]));
});

test("earlier changes stand in it, each with its day", async () => {
  const by = { by: "Naomi", reason: "Agreed on the phone" };
  const sum = { currency: "USD" as const, day: "2026-12-21" };
  await open({
    ...period,
    changes: [
      { ...sum, kind: "waived", amount: -15, ...by },
      { ...sum, kind: "waived", amount: 5 },
      { ...sum, kind: "changed", amount: -20 },
      { day: "2026-12-22", kind: "moved", from: "2026-12-18" },
    ],
  });
  await shows("Dec 21, 2026: $15.00 waived by Naomi (Agreed on the phone)");
  await shows("Dec 21, 2026: waiver of $5.00 taken back");
  await shows("Dec 21, 2026: amount lowered by $20.00");
  await shows("Dec 22, 2026: due day moved from Dec 18, 2026");
});

test("what the server would refuse is said under the fields", async () => {
  const { sent } = await open(period);
  press("Save charge");
  await shows("Please give the reason.");
  await shows("Change the amount, the due day, or what is waived.");
  for (const [label, typed, problem] of [
    [/^Amount/, "39.99", "$40.00 of it is paid already, so the amount cannot be lower."],
    [/^Waived/, "60.01", "At most $60.00 of it can be waived: $40.00 is paid."],
    [/^Due/, "2026-12-23", "Please choose a due day from today on, Dec 24, 2026."],
  ] as const) {
    fill(/^Amount/, "100");
    fill(/^Waived/, "10");
    fill(label, typed);
    press("Save charge");
    await shows(problem);
  }
  expect(sent()).toEqual([]);
});

test("only a one-off that nobody relied on can be removed, and Undo adds it again", async () => {
  const ADD = `POST /api/v1/clients/${client}/charges`;
  const { onClose } = await open(oneOff, {
    [`DELETE ${pathOf(oneOff)}`]: { owed: [] },
    [ADD]: { charge: oneOff },
  });
  press("Remove charge");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  announcements.get()?.action?.act();
  await waitFor(() => expect(announcements.get()?.text).toBe("The charge was added again."));
  const { id, service, due, currency, amount } = oneOff;
  expect(sentTo(ADD)).toEqual([{ id, service, due, currency, amount }]);
});

test("a refused removal says to waive it", async () => {
  const told = "The client was told about it. It stays on the statement: waive it instead.";
  const { onClose } = await open(oneOff, { [`DELETE ${pathOf(oneOff)}`]: refuse(409, told) });
  press("Remove charge");
  await shows(told);
  expect(onClose).not.toHaveBeenCalled();
});

test.each([
  ["a period", period],
  ["what is paid in part", { ...oneOff, paid: 10 }],
  ["what the client was told about", { ...oneOff, told_on: today }],
  ["what was due before today", { ...oneOff, due: "2026-12-23" }],
])("%s cannot be removed", async (_, charge) => {
  await open(charge);
  expect(screen.queryByText("Remove charge")).toBeNull();
});

test("an amount is shown and typed without VAT, at the rate of the charge", async () => {
  const { sent } = await open(
    { ...oneOff, amount: 116 },
    { "GET /api/v1/settings": { settings: { ...unsavedSettings, vat_registered: true } } },
  );
  await shows("$100.00 without VAT");
  fireEvent.click(field("Amount is without VAT"));
  expect(field(/^Amount \(/).value).toBe("100.00");
  fill(/^Amount \(/, "200");
  fill(/^Reason/, "Larger");
  press("Save charge");
  await waitFor(() => expect(sent()).toEqual([{ amount: 232, reason: "Larger" }]));
});
