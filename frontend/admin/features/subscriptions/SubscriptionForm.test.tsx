import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Client } from "../../../../shared/clients/client.ts";
import type { Field } from "../../../../shared/field.ts";
import { unsavedSettings } from "../../../../shared/settings/settings.ts";
import { subscriptionFields } from "../../../../shared/subscriptions/fields.ts";
import {
  answerWith,
  backOffice,
  calls,
  field,
  fill,
  loseResponse,
  press,
  refuse,
  shows,
} from "../../../../test/browser/dom.tsx";
import { numberedClient, numberedId } from "../../../../test/product/plan-file.ts";
import { newSubscription } from "../../../../test/product/sample-subscriptions.ts";
import { SubscriptionForm } from "./SubscriptionForm.tsx";

const today = "2026-12-24";
const ADD = "POST /api/v1/subscriptions";
const added = () => calls.find(({ route }) => route === ADD)?.body;

async function open(clients: Client[] = [numberedClient(1)]) {
  answerWith({
    "GET /api/v1/subscriptions": { subscriptions: [], today, unreadable: 0 },
    [ADD]: { subscription: newSubscription() },
  });
  render(
    <SubscriptionForm
      subscription={undefined}
      clients={{ rows: clients, today, complete: true, unreadable: 0 }}
      clientId={numberedId(1)}
      today={today}
      onClose={() => {}}
    />,
    { wrapper: backOffice().wrapper },
  );
  const amount = await screen.findByLabelText<HTMLInputElement>(/^Amount/);
  return {
    amount,
    type: (value: string) => fireEvent.change(amount, { target: { value } }),
    add: () => fireEvent.click(screen.getByRole("button", { name: "Add Subscription" })),
  };
}
const settings = (default_currency: string) => ({
  "GET /api/v1/settings": { settings: { default_currency } },
});

test("no amount can be typed before its currency is known", async () => {
  answerWith({ "GET /api/v1/settings": () => new Promise(() => {}) });
  const { amount } = await open();
  expect(amount.disabled).toBe(true);
  await shows(/default currency is loading/);
});

test("an amount that cannot be read is refused in words and sent as nothing", async () => {
  answerWith(settings("USD"));
  const { amount, type, add } = await open();
  await waitFor(() => expect(amount.disabled).toBe(false));
  for (const [text, problem] of [
    ["1500e", "“1500e” is not an amount."],
    ["1.500,00", "“1.500,00” is not a clear amount."],
  ] as const) {
    type(text);
    add();
    await shows(problem);
  }
  expect(added()).toBeUndefined();
  type("1,500.50");
  await shows("$1,500.50 every month");
  add();
  await waitFor(() => expect(added()).toMatchObject({ amount: 1500.5, client_id: numberedId(1) }));
});

test("an empty amount is called free once the field is left, and sent as 0", async () => {
  answerWith(settings("USD"));
  const { amount, add } = await open();
  await waitFor(() => expect(amount.disabled).toBe(false));
  expect(amount.inputMode).toBe("decimal");
  await shows("Empty is free.");
  expect(screen.queryByText(/^free:/)).toBeNull();
  fireEvent.blur(amount);
  await shows("free: no payment reminders are sent");
  add();
  await waitFor(() => expect(added()).toMatchObject({ amount: 0 }));
});

test("a currency in the amount is chosen, and the shown date follows the schedule until one is typed", async () => {
  answerWith(settings("KES"));
  const { amount, type, add } = await open();
  await waitFor(() => expect(amount.disabled).toBe(false));
  type("$ 1,500");
  await shows("$1,500.00 every month");
  type("KES 500");
  await shows(/KES\s500\.00 every month/);
  fireEvent.change(screen.getByLabelText(/^Start Date/), { target: { value: "2026-10-31" } });
  await shows("Dec 31, 2026");
  fireEvent.change(screen.getByLabelText("Next billing date"), { target: { value: "2026-12-01" } });
  await shows(/Saving makes the subscription overdue/);
  add();
  await waitFor(() =>
    expect(added()).toMatchObject({ amount: 500, currency: "KES", next_billing_date: "2026-12-01" }),
  );
});

test("a subscription of a sample client is a sample, and the form says what that means", async () => {
  answerWith(settings("USD"));
  const { amount, type, add } = await open([numberedClient(1, { sample: true })]);
  await waitFor(() => expect(amount.disabled).toBe(false));
  await shows(/This is sample data. It gets no email/);
  type("5");
  add();
  await waitFor(() => expect(added()).toMatchObject({ sample: true }));
});

const registered = {
  "GET /api/v1/settings": {
    settings: { ...unsavedSettings, default_currency: "KES", vat_registered: true },
  },
};

test("the VAT is the client's, unless another is chosen, and an amount without VAT is sent with it", async () => {
  answerWith(registered);
  const { type, add } = await open([numberedClient(1, { vat: "exempt" })]);
  await waitFor(() => expect(field("VAT").value).toBe("exempt"));
  type("10,000");
  await shows("Exempt: no VAT is in it.");
  add();
  await waitFor(() => expect(added()).toMatchObject({ amount: 10_000, vat: "exempt" }));
  calls.length = 0;
  fill("VAT", "standard");
  await shows(/KES.8,620\.69 without VAT/);
  fireEvent.click(field("Amount is without VAT"));
  await shows(/KES.11,600\.00 with VAT is saved\./);
  await shows(/KES.11,600\.00 every month/);
  add();
  await waitFor(() => expect(added()).toMatchObject({ amount: 11_600, vat: "standard" }));
});

test("every field of a subscription that a person can change is in the form of a company registered for VAT", async () => {
  answerWith(registered);
  await open();
  await screen.findByLabelText("VAT");
  const missing = Object.entries<Field>(subscriptionFields)
    .filter(([, { readOnly }]) => !readOnly)
    .filter(([name]) => document.querySelector(`[data-path="${name}"]`) === null)
    .map(([name]) => `${name} has no input in SubscriptionForm.tsx.`);
  expect(missing).toEqual([]);
});

test("when the default currency cannot be loaded, somebody chooses one or tries again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  answerWith({ "GET /api/v1/settings": refuse(403, "No.") });
  const { amount } = await open();
  await shows("The default currency could not be loaded.");
  const addButton = () => screen.getByText("Add Subscription").closest("button");
  expect([amount.disabled, addButton()?.disabled]).toEqual([true, true]);
  fill("Currency", "USD");
  expect([field("Amount ($)").disabled, addButton()?.disabled]).toEqual([false, false]);
  fill("Currency", "");
  answerWith(settings("KES"));
  press("Try again");
  await waitFor(() => expect(field("Amount (KES)").disabled).toBe(false));
});

test("without active clients the form leads to adding one", async () => {
  answerWith(settings("USD"));
  await open([numberedClient(2, { status: "inactive" })]);
  await shows("There are no active clients yet.");
  expect(screen.getByText("Add a client").closest("a")?.getAttribute("href")).toBe(
    "/admin/clients?add=client",
  );
  expect(screen.getByText("Add Subscription").closest("button")?.disabled).toBe(true);
});

test("a subscription that was not saved says why, and keeps what was typed", async () => {
  answerWith(settings("USD"));
  const { amount, type, add } = await open();
  await waitFor(() => expect(amount.disabled).toBe(false));
  type("50");
  for (const [response, text] of [
    [refuse(400, "That client does not exist."), "That client does not exist."],
    [refuse(500, ""), "Failed to save subscription"],
    [loseResponse, "An error occurred while saving the subscription"],
  ] as const) {
    answerWith({ [ADD]: response });
    add();
    await shows(text);
    expect(amount.value).toBe("50");
  }
});

test("a price gets its day and one that waits is withdrawn, with the charges that change", async () => {
  const subscription = newSubscription({
    client_id: numberedId(1),
    next_price: { amount: 120, from: "2027-02-01", told_on: "2026-12-20" },
    next_billing_date: "2026-12-28",
  });
  const CHANGE = `PUT /api/v1/subscriptions/${subscription.id}`;
  const terms = { period: "2027-01-28", currency: "USD" };
  answerWith({
    ...settings("USD"),
    "GET /api/v1/subscriptions": { subscriptions: [subscription], today, unreadable: 0 },
    [`POST /api/v1/subscriptions/${subscription.id}/preview`]: {
      next_billing_date: "2026-12-28",
      changes: [{ before: { ...terms, amount: 120 }, after: { ...terms, amount: 100 } }],
      stays: [],
      paid_ahead: {},
      credited: {},
      credit_notes: {},
    },
    [CHANGE]: { subscription },
  });
  render(
    <SubscriptionForm
      subscription={subscription}
      clients={{ rows: [numberedClient(1)], today, complete: true, unreadable: 0 }}
      today={today}
      onClose={() => {}}
    />,
    { wrapper: backOffice().wrapper },
  );
  await shows("$120.00 from Feb 1, 2027, told on Dec 20, 2026");
  press("Withdraw the next price");
  await shows("$120.00 from Feb 1, 2027 is withdrawn when you save. The client gets an email about it.");
  await shows("Jan 28, 2027: $120.00 → $100.00");
  press("Keep the next price");
  fill("Amount ($)", "130");
  fill("Price from (optional)", "2027-03-01");
  await shows("$120.00 from Feb 1, 2027 is replaced when you save.");
  press("Save Subscription");
  await waitFor(() =>
    expect(calls.find(({ route }) => route === CHANGE)?.body).toMatchObject({
      amount: 100,
      next_price: { amount: 130, from: "2027-03-01" },
      version: 1,
    }),
  );
});
