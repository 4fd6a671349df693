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

const invoiced = (day: string, amounts = [150]) => ({
  ...oneOff,
  currency: "KES",
  invoices: amounts.map((amount, at) => ({ id: numberedId(9 + at), day, amount })),
});
const reducedBy = (sum: string) =>
  screen.findByLabelText(
    new RegExp(`^Price reduced, or not delivered: a credit note for KES.${sum} is written$`),
  );
const notCollectible = () =>
  screen.queryByLabelText("Cannot be collected: the invoice stays as it is (bad debt)");

test("what lowers an invoiced charge is sent with the answer why, and not without", async () => {
  const { onClose, sent } = await open(invoiced("2026-12-24"));
  await shows(/KES.150\.00 on Dec 24, 2026/);
  expect(screen.queryByRole("radiogroup")).toBeNull();
  fill(/^Waived/, "20");
  await reducedBy("20\\.00");
  await shows(/That is lost once a credit note was issued/);
  expect(screen.queryByText(/older than six months/)).toBeNull();
  fill(/^Reason/, "Moved away");
  press("Save charge");
  await shows("Choose why it is lowered.");
  expect(sent()).toEqual([]);
  fireEvent.click(notCollectible() as HTMLElement);
  press("Save charge");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ waived: 20, reason: "Moved away", why: "not_collectible" }]);
});

test("an invoice that was credited whole is not said to be of nothing", async () => {
  await open(invoiced("2026-12-24", [0, 150]));
  await shows(/Invoicedon Dec 24, 2026, credited whole; KES.150\.00 on Dec 24, 2026/);
});

test("with a lower amount only a credit note is possible, also if the other answer was chosen before", async () => {
  const { onClose, sent } = await open(invoiced("2026-12-24"));
  fill(/^Waived/, "20");
  await reducedBy("20\\.00");
  fireEvent.click(notCollectible() as HTMLElement);
  fill(/^Waived/, "0");
  fill(/^Amount/, "100");
  fill(/^Reason/, "One day less");
  const reduced = await reducedBy("50\\.00");
  expect(notCollectible()).toBeNull();
  await shows("What cannot be collected is still on the invoice: waive it, and leave the amount as it is.");
  press("Save charge");
  await shows("Choose why it is lowered.");
  fireEvent.click(reduced);
  press("Save charge");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ amount: 100, reason: "One day less", why: "reduced" }]);
});

test("a credit note for an invoice of more than six months warns; one that only cannot be collected does not", async () => {
  await open(invoiced("2026-06-23"));
  fill(/^Waived/, "20");
  await shows(/The invoice of Jun 23, 2026 is older than six months/);
  fireEvent.click(notCollectible() as HTMLElement);
  await waitFor(() => expect(screen.queryByText(/older than six months/)).toBeNull());
});

test("a rise of an invoiced charge says that a second invoice is written, and asks nothing", async () => {
  const { onClose, sent } = await open(invoiced("2026-12-24"));
  fill(/^Amount/, "200");
  await shows(/A second invoice for KES.50\.00 is written\./);
  expect(screen.queryByRole("radiogroup")).toBeNull();
  fill(/^Reason/, "Two more users");
  press("Save charge");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toEqual([{ amount: 200, reason: "Two more users" }]);
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
