import { expect, test } from "vitest";
import type { PaymentPreview } from "../clients/account.ts";
import {
  bodyOf,
  chargeKey,
  dueText,
  errorsIn,
  firstValues,
  type PaymentValues,
  paidText,
  previewTexts,
  requestOf,
  sendsReceipt,
  stepOptions,
  upTo,
} from "./payment-form.ts";

const [a, b] = ["5a3b1e00-0000-4000-8000-000000000101", "5a3b1e00-0000-4000-8000-000000000102"];
const charge = {
  subscription_id: a,
  period: "2026-11-20",
  service: "Loans",
  frequency: "monthly",
  left: 100,
};
const preview: PaymentPreview = {
  ...{ client_name: "Amani", amount: 150, currency: "USD", currencies: ["USD"], rest: 0 },
  charges: [
    { ...charge, pays: 100 },
    { ...charge, subscription_id: b, period: "2026-12-20", pays: 50 },
    { ...charge, period: "2027-01-20", pays: 0 },
  ],
  steps: [
    { subscription_id: a, period: "2026-11-20", left: 100, amount: 100 },
    { subscription_id: b, period: "2026-12-20", left: 100, amount: 200 },
  ],
  owed: [{ currency: "USD", overdue: 50, due_soon: 0, on_hold: 0, ages: [50, 0, 0, 0] }],
  ...{ receipts: true, today: "2026-12-24" },
};
const first = firstValues(preview);
const typed = (more: Partial<PaymentValues>): PaymentValues => ({ ...first, ...more });
const id = "71dd996f-7ad7-40f1-a276-16471aeac88f";

test("the server is asked about what is typed", () => {
  expect(requestOf(first, undefined)).toEqual({ amount: 150 });
  const to: PaymentValues["to"] = [[chargeKey(charge), "30"]];
  expect(requestOf(typed({ to, rest: "ahead", currency: "KES" }), b)).toEqual({
    ...{ amount: 150, currency: "KES", first: b, ahead: true },
    to: [{ subscription_id: a, period: "2026-11-20", amount: 30 }],
  });
});

test("what the preview shows is recorded", () => {
  const to = [
    { subscription_id: a, period: "2026-11-20", amount: 100 },
    { subscription_id: b, period: "2026-12-20", amount: 50 },
  ];
  const body = { id, paid_on: "2026-12-24", reference: "", amount: 150, currency: "USD", to };
  expect(bodyOf(first, preview, id)).toEqual(body);
  expect(bodyOf(typed({ missing: "waive", receipt: "no" }), preview, id)).toEqual({
    ...body,
    ...{ in_full: true, receipt: false },
  });
  expect(bodyOf(typed({ rest: "credit" }), { ...preview, rest: 5 }, id)).toMatchObject({ credit: true });
});

test("a charge can be waived without money, the first one that is open", () => {
  const nothing = {
    ...preview,
    amount: 0,
    charges: preview.charges.map((one) => ({ ...one, pays: 0 })),
  };
  const values = typed({ amount: "0", missing: "waive" });
  expect(errorsIn(typed({ amount: "0" }), nothing)).toEqual({ amount: "Enter the amount that was paid." });
  expect(errorsIn(values, nothing)).toEqual({});
  expect(bodyOf(values, nothing, id)).toMatchObject({
    ...{ amount: 0, in_full: true },
    to: [{ subscription_id: a, period: "2026-11-20", amount: 0 }],
  });
});

test("a rest needs a choice, and a payment is not dated in the future", () => {
  expect(errorsIn(first, { ...preview, rest: 10 })).toEqual({ rest: "Choose what the rest is for." });
  expect(errorsIn(typed({ paid_on: "2026-12-25" }), preview)).toHaveProperty("paid_on");
  expect(errorsIn(first, preview)).toEqual({});
});

test("the sentences say what is paid, what remains, what is kept and what is still due", () => {
  expect(previewTexts(preview, first)).toEqual([
    ...["This pays the period due on Nov 20, 2026.", "$50.00 of the period due on Dec 20, 2026 remains due."],
    "Still due in all: $50.00.",
  ]);
  expect(previewTexts(preview, typed({ missing: "waive" }))[1]).toContain("is waived");
  const more = { ...preview, rest: 20, owed: [] };
  expect(previewTexts(more, typed({ rest: "credit" })).slice(-2)).toEqual([
    "$20.00 stays as the client's credit.",
    "Nothing else is due.",
  ]);
  const payment = {
    id,
    paid_on: "2026-12-24",
    amount: 220,
    currency: "USD",
    reference: "",
    credit: 20,
    state: "recorded",
    recorded_at: "2026-12-24T09:00:00.000Z",
  } as const;
  const allocations = [1, 2].map(() => ({ subscription_id: a, period: "2026-11-20", amount: 100 }));
  expect(paidText({ payment: { ...payment, allocations }, owed: [] }, "Amani")).toBe(
    "Amani has paid $220.00 for 2 periods. $20.00 stays as credit. Nothing else is due.",
  );
  expect(dueText(preview)).toBe("2 periods are due: $200.00.");
  expect(stepOptions(preview)[1]).toEqual({ value: "200.00", label: "2, to Dec 20, 2026" });
  expect(upTo(preview, "200.00")).toEqual({
    amount: "200.00",
    to: [
      [`${a} 2026-11-20`, "100.00"],
      [`${b} 2026-12-20`, "100.00"],
    ],
  });
});

test("a receipt follows the day until somebody decides", () => {
  expect(sendsReceipt(first, "2026-12-24")).toBe(true);
  expect(sendsReceipt(typed({ paid_on: "2026-11-20" }), "2026-12-24")).toBe(false);
  expect(sendsReceipt(typed({ paid_on: "2026-11-20", receipt: "yes" }), "2026-12-24")).toBe(true);
});
