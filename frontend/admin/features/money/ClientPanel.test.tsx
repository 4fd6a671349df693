import { act, cleanup, createEvent, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ofPeriod } from "../../../../shared/billing/account.ts";
import type {
  ClientAccount,
  PaymentPreview,
  PreviewRequest,
} from "../../../../shared/payments/client-account.ts";
import {
  answerWith,
  backOffice,
  calls,
  field,
  fill,
  loseResponse,
  press,
  refuse,
  sentTo,
  shows,
} from "../../../../test/browser/dom.tsx";
import { numberedId } from "../../../../test/product/plan-file.ts";
import { announcements } from "../../components/ui/announce.ts";
import ClientPanel from "./ClientPanel.tsx";
import { wantFocus } from "./panel-focus.ts";

const client = numberedId(1);
const charge = ofPeriod(numberedId(2), "2026-12-20");
const charge_id = charge.id;
const RECORD = `POST /api/v1/clients/${client}/payments`;
const ACCOUNT = `GET /api/v1/clients/${client}/account`;
const TIMELINE = `GET /api/v1/clients/${client}/timeline`;
const PROMPT = `GET /api/v1/clients/${client}/prompt`;
const recorded = () => sentTo(RECORD);
const today = "2026-12-24";

/** A client who owes $149.99. */
function preview({ amount = 149.99, currency = "USD" }: PreviewRequest): PaymentPreview {
  const pays = Math.min(amount, 149.99);
  const left = Number((149.99 - pays).toFixed(2));
  const owed = { currency, overdue: left, due_soon: 0, on_hold: 0, credit: 0, ages: [0, 0, 0, 0] };
  return {
    client_name: "Amani",
    amount,
    currency,
    currencies: [currency],
    charges: [{ ...charge, frequency: "monthly", left: 149.99, pays }],
    steps: [],
    rest: Number((amount - pays).toFixed(2)),
    owed: [owed] as never,
    receipts: true,
    today,
  };
}

const account: ClientAccount = {
  charges: [
    { ...charge, currency: "USD", amount: 149.99, paid: 0, state: "open", to_pay: true },
    {
      ...ofPeriod(numberedId(2), "2026-11-20"),
      currency: "USD",
      amount: 149.99,
      paid: 149.99,
      state: "paid",
    },
  ],
  payments: [
    {
      id: numberedId(7),
      paid_on: "2026-12-01",
      amount: 149.99,
      currency: "USD",
      reference: "SLK4H7TQ2Z",
      allocations: [
        { charge_id: ofPeriod(numberedId(2), "2026-11-20").id, period: "2026-11-20", amount: 149.99 },
      ],
      credit: 0,
      state: "recorded",
      recorded_at: "2026-12-01T09:00:00.000Z",
    },
  ],
  credit: [],
  owed: [{ currency: "USD", overdue: 149.99, due_soon: 0, on_hold: 0, ages: [149.99, 0, 0, 0] }],
  today,
};
const paid = {
  kind: "payment",
  id: numberedId(7),
  at: "2026-12-01T09:00:00.000Z",
  period: "2026-11-20",
  paid_on: "2026-12-01",
  amount: 149.99,
  currency: "USD",
  reference: "SLK4H7TQ2Z",
};
const page = {
  client: {
    id: client,
    name: "Amani",
    company: "Amani Traders Ltd",
    email: "a@amani.example",
    phone: "0712 345 678",
    status: "active",
  },
  subscriptions: [{ id: numberedId(2), frequency: "monthly", status: "active", amount: 149.99 }],
  figures: {},
  today,
};

type Options = { value?: string; docked?: boolean; onDone?: () => void; answers?: object };

async function open(
  recordedAs: unknown = Response.json({ error: "No." }, { status: 409 }),
  options: Options = {},
) {
  const { value = client, answers = {}, ...more } = options;
  const onClose = vi.fn();
  answerWith({
    [`${RECORD}/preview`]: preview,
    [RECORD]: recordedAs,
    [ACCOUNT]: account,
    [TIMELINE]: { entries: [paid] },
    "GET /api/v1/settings": { settings: { default_currency: "USD" } },
    [`GET /api/v1/clients/${client}`]: page,
    ...answers,
  });
  render(<ClientPanel value={value} onClose={onClose} {...more} />, {
    wrapper: backOffice().wrapper,
  });
  const amount = await screen.findByLabelText<HTMLInputElement>(/^Amount/);
  const record = () => press("Record payment");
  return {
    amount,
    onClose,
    type: (value: string) => fireEvent.change(amount, { target: { value } }),
    record,
    recordAs: async (body: object) => {
      record();
      await waitFor(() => expect(recorded().at(-1)).toMatchObject(body));
    },
  };
}
const answered = (amount: number) => ({
  payment: { id: numberedId(3), amount, currency: "USD", allocations: [{ charge_id, amount }], credit: 0 },
  owed: [],
});
/** Pastes into a field; false if the field gets the text itself. */
function paste(target: HTMLElement, text: string): boolean {
  const event = createEvent.paste(target, { clipboardData: { getData: () => text } });
  fireEvent(target, event);
  return event.defaultPrevented;
}
const line = () =>
  [/^Amount/, "Method", "Reference", "Paid on"].map(
    (label) => screen.getByLabelText<HTMLInputElement>(label).value,
  );

test("it begins with what is due, records exactly what the preview shows, and closes", async () => {
  const { amount, recordAs, onClose } = await open(answered(149.99));
  expect(amount.value).toBe("149.99");
  await shows("Pays December. Nothing else is due.");
  await recordAs({ amount: 149.99, currency: "USD", to: [{ charge_id, amount: 149.99 }] });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(recorded()).toHaveLength(1);
});

test("the preview follows what is typed, and what is missing can be waived", async () => {
  const { type, recordAs } = await open(answered(50));
  type("50");
  await shows("Pays $50.00 of December; $99.99 remains due.");
  press("Change what it pays");
  fireEvent.click(screen.getByLabelText("Waive it: nothing more is due"));
  await shows("$99.99 is waived.");
  await recordAs({ amount: 50, in_full: true, to: [{ charge_id, amount: 50 }] });
});

test("a rest that is waived asks why, if the charge is on an invoice or the payment writes one", async () => {
  const invoices = [{ id: numberedId(9), day: "2026-06-20", amount: 149.99 }];
  const withCharge = (more: object) => (request: PreviewRequest) => {
    const shown = preview(request);
    return { ...shown, charges: shown.charges.map((charge) => ({ ...charge, ...more })) };
  };
  const { type, recordAs } = await open(answered(50), {
    answers: { [`${RECORD}/preview`]: withCharge({ invoices }) },
  });
  type("50");
  await shows("Pays $50.00 of December; $99.99 remains due.");
  press("Change what it pays");
  const written = "Cannot be collected: the invoice stays as it is (bad debt)";
  expect(screen.queryByLabelText(written)).toBeNull();
  fireEvent.click(screen.getByLabelText("Waive it: nothing more is due"));
  expect((await screen.findByLabelText<HTMLInputElement>(written)).checked).toBe(true);
  expect(screen.queryByText(/older than six months/)).toBeNull();
  await recordAs({ amount: 50, in_full: true, why: "not_collectible" });
  cleanup();
  sessionStorage.clear();

  const again = await open(answered(50), {
    answers: { [`${RECORD}/preview`]: withCharge({ to_invoice: true }) },
  });
  again.type("50");
  await shows("Pays $50.00 of December; $99.99 remains due.");
  press("Change what it pays");
  fireEvent.click(screen.getByLabelText("Waive it: nothing more is due"));
  await screen.findByLabelText("Cannot be collected: the $99.99 is on the invoice (bad debt)");
  fireEvent.click(
    screen.getByLabelText("Price reduced, or not delivered: the invoice is without the $99.99"),
  );
  await again.recordAs({ amount: 50, in_full: true, why: "reduced" });
});

test("nothing is recorded before what is more than all that is open has its purpose", async () => {
  const { type, record, recordAs } = await open(answered(200));
  type("200");
  await shows("$50.01 is more than all that is open. What is it for?");
  record();
  await shows("Choose what the rest is for.");
  expect(recorded()).toEqual([]);
  fireEvent.click(screen.getByLabelText("Keep it as the client's credit"));
  await shows("Pays December; $50.01 stays as credit.");
  await recordAs({ amount: 200, credit: true });
});

test("no amount, one that cannot be read, and a day to come are refused in words", async () => {
  const { type, record } = await open();
  for (const [text, sentence] of [
    ["", "Enter the amount that was paid."],
    ["1.500.50", /Write thousands with a comma/],
    ["KES 100", /is in Kenya/],
  ] as const) {
    type(text);
    record();
    await shows(sentence);
  }
  type("10");
  fireEvent.change(screen.getByLabelText(/^Paid on/), { target: { value: "2026-12-25" } });
  record();
  await shows("The payment cannot be dated in the future: today is Dec 24, 2026.");
  expect(recorded()).toEqual([]);
});

test("a refused payment keeps what was typed, and its repeat has the same id", async () => {
  const { amount, type, record, onClose } = await open(refuse(500, "Somebody changed this."));
  type("60");
  record();
  await shows(/Failed to record the payment|Somebody changed this/);
  expect([amount.value, onClose.mock.calls]).toEqual(["60", []]);
  record();
  await waitFor(() => expect(recorded()).toHaveLength(2));
  expect(recorded()[1]).toEqual(recorded()[0]);
});

test("a code that is on record is answered with its payment, another conflict with what is open now", async () => {
  const CODE = "GET /api/v1/payments";
  const { record } = await open(refuse(409, "Somebody has paid December."));
  answerWith({ [CODE]: { payments: [] } });
  fill("Reference", "SLK4H7TQ2Y");
  record();
  await shows("Use what is open now, keep what I typed");

  const [elsewhere, id] = [numberedId(8), numberedId(9)];
  answerWith({
    [RECORD]: refuse(409, "This receipt is on record already: $5.00, paid on Dec 20, 2026, for Baraka."),
    [CODE]: { payments: [{ client_id: elsewhere, id, reference: "SLK4H7TQ2W" }] },
  });
  fill("Reference", "SLK4H7TQ2W");
  record();
  await shows("for Baraka.");
  fireEvent.click(await screen.findByRole("button", { name: "Open the recorded payment" }));
  expect(screen.queryByText(/Use what is open now/)).toBeNull();
  expect(calls.at(-1)?.search).toBe("?code=SLK4H7TQ2W");
  expect(window.location.search).toBe(`?pay=${elsewhere}..${id}`);
});

test("a certificate that is on record for another client is answered with its payment", async () => {
  const { record } = await open(
    refuse(409, "This certificate is on record already: $5.00, paid on Dec 20, 2026, for Baraka."),
  );
  const [elsewhere, id] = [numberedId(8), numberedId(9)];
  answerWith({
    "GET /api/v1/payments": { payments: [{ client_id: elsewhere, id, reference: "KRAWHT 77" }] },
  });
  fill("Method", "withholding_tax");
  fill("Reference", "KRAWHT 77");
  record();
  await screen.findByRole("button", { name: "Open the recorded payment" });
  expect(screen.queryByText(/Use what is open now/)).toBeNull();
  expect(calls.map(({ search }) => search)).toContain("?certificate=KRAWHT+77");
});

test("a single charge is read like every amount, says what cannot be read once it is left, and has a name of its own", async () => {
  const charges = [149.99, 20, 20].map((left, index) => ({
    ...ofPeriod(numberedId(2 + index), "2026-12-20"),
    frequency: "monthly" as const,
    left,
    pays: left,
  }));
  const asked: PreviewRequest[] = [];
  answerWith({
    [`${RECORD}/preview`]: (request: PreviewRequest) => {
      asked.push(request);
      return { ...preview(request), charges };
    },
  });
  render(<ClientPanel value={client} onClose={() => {}} />, { wrapper: backOffice().wrapper });
  await screen.findByLabelText(/^Amount/);
  press("Change what it pays");
  const fields = await screen.findAllByLabelText<HTMLInputElement>(/^Pays of/);
  expect(fields.map((field) => field.getAttribute("aria-label"))).toEqual([
    "Pays of Monthly subscription, due Dec 20, 2026, $149.99",
    "Pays of Monthly subscription, due Dec 20, 2026, $20.00, 1 of 2",
    "Pays of Monthly subscription, due Dec 20, 2026, $20.00, 2 of 2",
  ]);
  const single = fields[0] as HTMLInputElement;
  fireEvent.focus(single);
  fireEvent.change(single, { target: { value: "1,000" } });
  await waitFor(() => expect(asked.at(-1)?.to).toMatchObject([{ amount: 1000 }]));
  fireEvent.change(single, { target: { value: "1o" } });
  expect(single.getAttribute("aria-invalid")).not.toBe("true");
  fireEvent.blur(single);
  fireEvent.focus(fields[1] as HTMLInputElement);
  await shows(/“1o” is not an amount/);
  expect(single.getAttribute("aria-invalid")).toBe("true");
});

test("a pasted message fills the line, whichever field has the focus; a code alone is pasted as ever", async () => {
  const { amount } = await open();
  expect(paste(field("Reference"), "SLK4H7TQ2Z")).toBe(false);
  expect(paste(field("Reference"), "66.50 SLK4H7TQ2Z 22 dec")).toBe(true);
  expect(line()).toEqual(["66.50", "mpesa", "SLK4H7TQ2Z", "2026-12-22"]);
  await shows("Amount, reference and day were read. Pays $66.50 of December; $83.49 remains due.");
  paste(
    amount,
    "QDK3X8Z1AB Confirmed. You have received Ksh1,500.00 from JANE 0712345678 on 23/12/26 at 3:15 PM.",
  );
  expect(line()).toEqual(["1500.00", "mpesa", "QDK3X8Z1AB", "2026-12-23"]);
  // The message is in shillings, although dollars are due.
  await screen.findByLabelText("Amount (KES)");
});

test("the method is the one last used, but for withheld tax, and never unknown", async () => {
  const { recordAs } = await open(answered(149.99));
  expect([...field("Method").querySelectorAll("option")].map(({ value }) => value)).toEqual([
    "mpesa",
    "bank",
    "cheque",
    "cash",
    "withholding_tax",
    "other",
  ]);
  fill("Method", "bank");
  await recordAs({ method: "bank" });
  await waitFor(() => expect(localStorage.getItem("payment method")).toBe("bank"));
  sessionStorage.clear();
  cleanup();
  const again = await open(answered(149.99));
  expect(field("Method").value).toBe("bank");
  fill("Method", "withholding_tax");
  fill("Reference", "KRAWHT1");
  await again.recordAs({ method: "withholding_tax" });
  await waitFor(() => expect(again.onClose).toHaveBeenCalled());
  expect(localStorage.getItem("payment method")).toBe("bank");
});

test("Tab goes along the line to the button and to Change, and Enter records in the method too", async () => {
  await open(answered(149.99));
  const controls = document.querySelectorAll<HTMLInputElement>(
    "form[aria-label=Payment] :is(input, select, button)",
  );
  const names = [...controls].map(
    ({ ariaLabel, labels, textContent }) => ariaLabel ?? labels?.[0]?.textContent ?? textContent,
  );
  expect(names).toEqual([
    "Amount ($)",
    "Method",
    "Reference",
    "Paid on",
    "Record payment",
    "Change what it pays",
  ]);
  fireEvent.keyDown(field("Method"), { key: "Enter" });
  await waitFor(() => expect(recorded()).toHaveLength(1));
});

test("beside a list it stays open, and begins again with what is open then", async () => {
  const onDone = vi.fn();
  const { onClose, type, recordAs } = await open(answered(50), { docked: true, onDone });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("complementary", { name: "Record payment: Amani" })).toBeTruthy();
  type("50");
  fill("Reference", "CHQ 1");
  answerWith({
    [`${RECORD}/preview`]: ({ amount = 99.99 }: PreviewRequest) => preview({ amount }),
  });
  await recordAs({ amount: 50 });
  await waitFor(() => expect(line()).toEqual(["99.99", "mpesa", "", today]));
  expect([onClose.mock.calls.length, onDone.mock.calls.length]).toEqual([0, 1]);
  act(() => wantFocus({ target: "reference", client }));
  expect(document.activeElement).toBe(field("Reference"));
  // The keys of the list hold in the panel, but not where text is typed.
  const remind = screen.getByRole("button", { name: "Remind Amani" });
  fireEvent.keyDown(field("Reference"), { key: "r" });
  expect(document.activeElement).toBe(field("Reference"));
  fireEvent.keyDown(screen.getByRole("button", { name: "Record payment" }), { key: "r" });
  expect(document.activeElement).toBe(remind);
});

test("Remind sends at once, and a second time of the same day only from the preview", async () => {
  const REMIND = `POST /api/v1/subscriptions/${numberedId(2)}/reminders`;
  const onDone = vi.fn();
  await open(undefined, {
    docked: true,
    onDone,
    answers: { [REMIND]: { reminder: { state: "skipped", reason: "reminded today" } } },
  });
  const remind = await screen.findByRole("button", { name: "Remind Amani" });
  await shows("Remind emails a@amani.example at once. Not reminded yet. Preview");
  press("Preview the reminder to Amani");
  expect(window.location.search).toBe(`?remind=${numberedId(2)}`);
  expect(sentTo(REMIND)).toEqual([]);

  // A key that is held down sends nothing.
  expect(fireEvent.keyDown(remind, { key: "Enter", repeat: true })).toBe(false);
  press("Remind Amani");
  await shows("Skipped: The client had a reminder today. The next daily run sends this one");
  await shows("Nothing was sent.");
  const charges = account.charges.map((charge) => ({ ...charge, told_on: today }));
  answerWith({ [REMIND]: { reminder: { state: "sent" } }, [ACCOUNT]: { ...account, charges } });
  press("Remind Amani");
  press("Remind Amani");
  await waitFor(() => expect(announcements.get()?.text).toBe("The reminder to Amani was sent."));
  expect(onDone).toHaveBeenCalledOnce();
  expect(calls.filter(({ route }) => route === REMIND).map(({ search }) => search)).toEqual([
    "?once=day",
    "?once=day",
  ]);

  window.history.replaceState(null, "", "/admin");
  await shows("Reminded today. To send a second email, press Remind again.");
  press("Remind Amani");
  expect(window.location.search).toBe(`?remind=${numberedId(2)}`);
  expect(sentTo(REMIND)).toHaveLength(2);
});

test("a client that no email reaches is not reminded, and the reason stands there", async () => {
  const unreachable = { ...page, client: { ...page.client, email: "" } };
  await open(undefined, { answers: { [`GET /api/v1/clients/${client}`]: unreachable } });
  await shows("No reminder can be sent: the client has no email address.");
  const remind = screen.getByRole("button", { name: "Remind Amani" });
  expect(remind.getAttribute("aria-disabled")).toBe("true");
  press("Remind Amani");
  expect(calls.filter(({ route }) => route.includes("reminders"))).toEqual([]);
});

test("what is typed before the line has loaded reaches it, with Enter; Escape and a press elsewhere end that", async () => {
  const loaded = Promise.withResolvers<void>();
  const early = (...keys: string[]) => {
    for (const key of keys) fireEvent.keyDown(document.body, { key });
  };
  const opened = open(answered(149.99), {
    docked: true,
    answers: {
      [`${RECORD}/preview`]: async (request: PreviewRequest) => {
        await loaded.promise;
        return preview(request);
      },
    },
  });
  for (const end of [
    () => early("Escape"),
    () => fireEvent.pointerDown(document.body),
    () => fireEvent.keyDown(document.body, { key: "k", ctrlKey: true }),
  ]) {
    wantFocus({ target: "reference", client });
    early("x", "x");
    end();
  }
  wantFocus({ target: "reference", client });
  early(..."SLK4H7TQ2", "X", "Backspace", "Z", "Enter");
  loaded.resolve();
  await opened;
  await waitFor(() => expect(recorded()).toMatchObject([{ reference: "SLK4H7TQ2Z" }]));
});

test("Enter that was pressed before Remind was there sends nothing", async () => {
  const opened = open(undefined, { docked: true });
  wantFocus({ target: "remind", client });
  fireEvent.keyDown(document.body, { key: "Enter" });
  await opened;
  const remind = await screen.findByRole("button", { name: "Remind Amani" });
  await waitFor(() => expect(document.activeElement).toBe(remind));
  expect(calls.filter(({ route }) => route.includes("reminders"))).toEqual([]);
});

test("a payment is corrected in the same line, and only what changed is sent", async () => {
  const CORRECT = `PUT /api/v1/payments/${numberedId(7)}`;
  const { onClose } = await open();
  fireEvent.click(await screen.findByRole("button", { name: "Correct the payment for Nov 20, 2026" }));
  await screen.findByText("Correct the payment");
  expect(line()).toEqual(["149.99", "", "SLK4H7TQ2Z", "2026-12-01"]);
  expect(screen.getByRole<HTMLOptionElement>("option", { name: "Not known" }).selected).toBe(true);
  await shows("Pays November.");
  fill(/^Amount/, "100");
  await shows("Pays $100.00 of November; $49.99 remains due.");
  fill("Method", "bank");
  answerWith({ [CORRECT]: refuse(409, "More than this was refunded of the payment already.") });
  press("Save");
  await shows("More than this was refunded of the payment already.");
  answerWith({ [CORRECT]: { payment: {}, owed: [] } });
  press("Save");
  await waitFor(() => expect(sentTo(CORRECT).at(-1)).toEqual({ amount: 100, method: "bank" }));
  await waitFor(() =>
    expect(announcements.get()?.text).toBe("The payment was corrected. Nothing else is due."),
  );
  // The line is there for the next payment.
  await screen.findByRole("button", { name: "Record payment" });
  expect(onClose).not.toHaveBeenCalled();
});

test("a correction that another screen asked for ends the panel, and its change is asked about", async () => {
  const { onClose } = await open(undefined, { value: `${client}..${numberedId(7)}` });
  await screen.findByText("Correct the payment");
  fill("Reference", "SLK4H7TQ3A");
  fireEvent.keyDown(document.body, { key: "Escape" });
  await shows("Discard what you typed?");
  press("Keep editing");
  expect(onClose).not.toHaveBeenCalled();
  press("Cancel");
  expect(onClose).toHaveBeenCalledOnce();
  expect(sessionStorage).toHaveLength(0);
});

test("a payment that another screen opened is corrected or removed there, and the panel closes", async () => {
  const id = numberedId(7);
  const [CORRECT, DELETE] = [`PUT /api/v1/payments/${id}`, `DELETE /api/v1/payments/${id}`];
  const correcting = await open(undefined, { value: `${client}..${id}` });
  await screen.findByText("Correct the payment");
  fill("Reference", "SLK4H7TQ3A");
  answerWith({ [CORRECT]: { payment: {}, owed: [] } });
  press("Save");
  await waitFor(() => expect(correcting.onClose).toHaveBeenCalledOnce());
  expect(sentTo(CORRECT)).toEqual([{ reference: "SLK4H7TQ3A" }]);

  cleanup();
  const removing = await open(undefined, { value: `${client}..${id}` });
  await screen.findByText("Correct the payment");
  fill("Reference", "SLK4H7TQ3B");
  answerWith({ [DELETE]: { owed: [] } });
  press("Remove opened payment of Dec 1, 2026");
  press("Keep the opened payment of Dec 1, 2026");
  press("Remove opened payment of Dec 1, 2026");
  expect(sentTo(DELETE)).toEqual([]);
  press("Remove the opened payment of Dec 1, 2026");
  await waitFor(() => expect(removing.onClose).toHaveBeenCalledOnce());
  expect([sentTo(DELETE).length, sessionStorage.length]).toEqual([1, 0]);
});

test("an older payment is removed after a question, a new one is undone at once", async () => {
  await open();
  const DELETE = `DELETE /api/v1/payments/${numberedId(7)}`;
  answerWith({ [DELETE]: { owed: [] } });
  fireEvent.click(await screen.findByRole("button", { name: "Remove payment for Nov 20, 2026" }));
  press("Keep the payment for Nov 20, 2026");
  expect(sentTo(DELETE)).toEqual([]);
  press("Remove payment for Nov 20, 2026");
  press("Remove the payment for Nov 20, 2026");
  await waitFor(() => expect(sentTo(DELETE)).toHaveLength(1));
  answerWith({ [TIMELINE]: { entries: [{ ...paid, id: numberedId(8), recorded_on: "2026-12-23" }] } });
  answerWith({ [`DELETE /api/v1/payments/${numberedId(8)}`]: loseResponse });
  fireEvent.click(await screen.findByRole("button", { name: "Undo the payment for Nov 20, 2026" }));
  await waitFor(() => expect(announcements.get()?.text).toBe("An error occurred while undoing the payment"));
});

test("while the client has a request on the phone, the entry is held; the payment that comes shows the new state", async () => {
  const shillings = (request: PreviewRequest) => ({
    ...preview({ currency: "KES", ...request }),
    mpesa: true,
  });
  const prompt = { state: "sent", amount: 150, at: "2026-12-24T09:00:00.000Z" };
  const asked = { connected: true, phone: "0712 345 678", prompt };
  const { onClose } = await open(undefined, {
    answers: { [`${RECORD}/preview`]: shillings, [PROMPT]: asked },
  });
  await shows("The client has a request on the phone. Enter a payment when it has ended.");
  for (const label of [/^Amount/, "Method", "Reference", "Paid on"]) expect(field(label).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Record payment" }).disabled).toBe(true);
  answerWith({
    [`${RECORD}/preview`]: ({ amount = 70 }: PreviewRequest) => shillings({ amount }),
    [PROMPT]: {
      connected: true,
      phone: "0712 345 678",
      prompt: { ...prompt, state: "paid", code: "SLK4H7TQ2Z" },
    },
  });
  await waitFor(() => expect(announcements.get()?.text).toMatch(/was paid by M-Pesa, code SLK4H7TQ2Z\./));
  await waitFor(() => expect(line()).toEqual(["70.00", "mpesa", "", today]));
  expect([field(/^Amount/).disabled, onClose.mock.calls.length]).toEqual([false, 0]);
});
