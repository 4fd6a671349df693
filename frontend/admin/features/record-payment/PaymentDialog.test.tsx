import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ofPeriod } from "../../../../shared/billing/account.ts";
import type { PaymentPreview, PreviewRequest } from "../../../../shared/payments/client-account.ts";
import { answerWith, backOffice, calls, shows } from "../../../../test/browser/dom.tsx";
import { numberedId } from "../../../../test/product/plan-file.ts";
import PaymentDialog from "./PaymentDialog.tsx";

const client = numberedId(1);
const charge = ofPeriod(numberedId(2), "2026-12-20");
const charge_id = charge.id;
const RECORD = `POST /api/v1/clients/${client}/payments`;
const recorded = () => calls.filter(({ route }) => route === RECORD).map(({ body }) => body);

/** A client who owes $149.99. */
function preview({ amount = 149.99 }: PreviewRequest): PaymentPreview {
  const pays = Math.min(amount, 149.99);
  const left = Number((149.99 - pays).toFixed(2));
  const owed = { currency: "USD", overdue: left, due_soon: 0, on_hold: 0, credit: 0, ages: [0, 0, 0, 0] };
  return {
    client_name: "Amani",
    amount,
    currency: "USD",
    currencies: ["USD"],
    charges: [{ ...charge, frequency: "monthly", left: 149.99, pays }],
    steps: [],
    rest: Number((amount - pays).toFixed(2)),
    owed: [owed] as never,
    receipts: true,
    today: "2026-12-24",
  };
}

async function open(recordedAs: unknown = Response.json({ error: "No." }, { status: 409 })) {
  const onClose = vi.fn();
  answerWith({ [`${RECORD}/preview`]: preview, [RECORD]: recordedAs });
  render(<PaymentDialog value={client} onClose={onClose} />, { wrapper: backOffice().wrapper });
  const amount = await screen.findByLabelText<HTMLInputElement>(/^Amount/);
  const record = () => fireEvent.click(screen.getByRole("button", { name: "Record payment" }));
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

test("it begins with what is due, records exactly what the preview shows, and closes", async () => {
  const { amount, recordAs, onClose } = await open(answered(149.99));
  expect(amount.value).toBe("149.99");
  await shows("This pays the period due on Dec 20, 2026. Nothing else is due.");
  await recordAs({ amount: 149.99, currency: "USD", to: [{ charge_id, amount: 149.99 }] });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(recorded()).toHaveLength(1);
});

test("the preview follows what is typed, and what is missing can be waived", async () => {
  const { type, recordAs } = await open(answered(50));
  type("50");
  await shows(/\$99\.99 of the period due on Dec 20, 2026 remains due\./);
  fireEvent.click(screen.getByLabelText("Waive it: nothing more is due"));
  await shows(/is waived\./);
  await recordAs({ amount: 50, in_full: true, to: [{ charge_id, amount: 50 }] });
});

test("nothing is recorded before what is more than all that is open has its purpose", async () => {
  const { type, record, recordAs } = await open(answered(200));
  type("200");
  await shows("$50.01 is more than all that is open. What is it for?");
  record();
  await shows("Choose what the rest is for.");
  expect(recorded()).toEqual([]);
  fireEvent.click(screen.getByLabelText("Keep it as the client's credit"));
  await shows("$50.01 stays as the client's credit.");
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
  const { amount, type, record, onClose } = await open(() =>
    Response.json({ error: "Somebody changed this." }, { status: 500 }),
  );
  type("60");
  record();
  await shows(/Failed to record the payment|Somebody changed this/);
  expect([amount.value, onClose.mock.calls]).toEqual(["60", []]);
  record();
  await waitFor(() => expect(recorded()).toHaveLength(2));
  expect(recorded()[1]).toEqual(recorded()[0]);
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
  render(<PaymentDialog value={client} onClose={() => {}} />, { wrapper: backOffice().wrapper });
  const fields = await screen.findAllByLabelText<HTMLInputElement>(/^Pays of/);
  expect(fields.map((field) => field.getAttribute("aria-label"))).toEqual([
    "Pays of Monthly subscription, due Dec 20, 2026, $149.99 open",
    "Pays of Monthly subscription, due Dec 20, 2026, $20.00 open, 1 of 2",
    "Pays of Monthly subscription, due Dec 20, 2026, $20.00 open, 2 of 2",
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
