import { expect, test } from "vitest";
import { ofPeriod } from "../../../shared/billing/account.ts";
import type {
  ClientAccount,
  PaymentPreview,
  PreviewedCharge,
} from "../../../shared/payments/client-account.ts";
import { numberedId } from "../../../test/product/plan-file.ts";
import { refundErrors } from "../features/money/refund-form.ts";
import {
  bodyOf,
  errorsIn,
  firstOptions,
  firstValues,
  methodOptions,
  methodOptionsWith,
  type PaymentValues,
  paidIn,
  paidText,
  previewTexts,
  removeQuestion,
  requestOf,
  sendsReceipt,
  stepOptions,
  undoneText,
  upTo,
  whyAsked,
} from "./payment-form.ts";

const [a, b] = ["5a3b1e00-0000-4000-8000-000000000101", "5a3b1e00-0000-4000-8000-000000000102"];
const charge = {
  ...ofPeriod(a, "2026-11-20"),
  service: "Loans",
  frequency: "monthly",
  left: 100,
};
const preview: PaymentPreview = {
  client_name: "Amani",
  amount: 150,
  currency: "USD",
  currencies: ["USD"],
  rest: 0,
  charges: [
    { ...charge, pays: 100 },
    { ...charge, ...ofPeriod(b, "2026-12-20"), pays: 50 },
    { ...charge, ...ofPeriod(a, "2027-01-20"), pays: 0 },
  ],
  steps: [
    { charge_id: `${a}#2026-11-20`, due: "2026-11-20", left: 100, amount: 100 },
    { charge_id: `${b}#2026-12-20`, due: "2026-12-20", left: 100, amount: 200 },
  ],
  owed: [{ currency: "USD", overdue: 50, due_soon: 0, on_hold: 0, ages: [50, 0, 0, 0] }],
  receipts: true,
  today: "2026-12-24",
};
const first = firstValues(preview);
const typed = (more: Partial<PaymentValues>): PaymentValues => ({ ...first, ...more });
const id = "71dd996f-7ad7-40f1-a276-16471aeac88f";

test("the server is asked about what is typed", () => {
  expect(requestOf(first)).toEqual({ amount: 150 });
  const to: PaymentValues["to"] = [[charge.id, "30"]];
  expect(requestOf(typed({ to, first: b, rest: "ahead", currency: "KES" }))).toEqual({
    amount: 150,
    currency: "KES",
    first: b,
    ahead: true,
    to: [{ charge_id: `${a}#2026-11-20`, amount: 30 }],
  });
});

test("what the preview shows is recorded", () => {
  const to = [
    { charge_id: charge.id, amount: 100 },
    { charge_id: `${b}#2026-12-20`, amount: 50 },
  ];
  const body = { id, paid_on: "2026-12-24", reference: "", amount: 150, currency: "USD", to };
  expect(paidIn(preview)).toEqual(to);
  expect(bodyOf(first, preview, id)).toEqual(body);
  expect(bodyOf(typed({ rest: "credit" }), preview, id)).toEqual(body);
  expect(bodyOf(first, { ...preview, charges: [] }, id)).not.toHaveProperty("to");
  expect(bodyOf(typed({ missing: "waive", receipt: "no" }), preview, id)).toEqual({
    ...body,
    in_full: true,
    receipt: false,
  });
  expect(bodyOf(typed({ rest: "credit" }), { ...preview, rest: 5 }, id)).toMatchObject({ credit: true });
});

test("why a rest is waived is recorded only of a charge that is on an invoice or gets one", () => {
  const values = typed({ missing: "waive", why: "reduced" });
  const withShort = (more: object) => ({
    ...preview,
    charges: preview.charges.map((charge) => (charge.pays === 50 ? { ...charge, ...more } : charge)),
  });
  const invoices = [{ id, day: "2026-06-23", amount: 80 }];
  expect(bodyOf(values, preview, id)).not.toHaveProperty("why");
  expect(bodyOf(typed({ why: "reduced" }), withShort({ invoices }), id)).not.toHaveProperty("why");
  for (const more of [{ invoices }, { to_invoice: true }])
    expect(bodyOf(values, withShort(more), id)).toMatchObject({ in_full: true, why: "reduced" });
});

test("the question why a rest is waived names the credit notes of its invoices, and one that is late", () => {
  const invoices = [
    { id: a, day: "2026-06-23", amount: 80 },
    { id: b, day: "2026-12-01", amount: 20 },
  ];
  const ask = (pays: number, why: PaymentValues["why"] = "reduced") =>
    whyAsked({ why }, preview, { ...charge, pays, invoices });
  const reduced = (asked: ReturnType<typeof ask>) =>
    asked?.options.find(([value]) => value === "reduced")?.[1];
  expect(reduced(ask(90))).toBe("Price reduced, or not delivered: a credit note for $10.00 is written");
  expect(ask(90)?.warning).toBeUndefined();
  expect(reduced(ask(50))).toBe(
    "Price reduced, or not delivered: 2 credit notes for $50.00 in all are written",
  );
  expect(ask(50)?.warning).toMatch(/^The invoice of Jun 23, 2026 is older than six months/);
  expect(ask(50, "not_collectible")?.warning).toBeUndefined();
});

test("an undone payment says that its invoice stays", () => {
  expect(undoneText({ owed: [] })).toBe("The payment was undone. Nothing else is due.");
  expect(undoneText({ owed: [], invoice_stays: true })).toBe(
    "The payment was undone. Its charge is open again, and the invoice stays. Nothing else is due.",
  );
  expect(undoneText({ owed: [], note: "A correction follows.", invoice_stays: true })).toBe(
    "A correction follows. Its charge is open again, and the invoice stays.",
  );
});

test("before an older payment is removed, the question says that the invoices of what it paid stay", () => {
  const invoiced = (id: string, invoice: number, amount = 100) => ({
    id,
    invoices: [{ id: numberedId(invoice), day: "2026-11-20", amount }],
  });
  const paid = [{ charge_id: a }, { charge_id: b }];
  const questionOf = (...charges: Parameters<typeof removeQuestion>[1]) => removeQuestion(paid, charges);
  const alone = "What it paid is open again. Remove it?";
  const withOne = "What it paid is open again, and its invoice stays. Remove it?";
  expect(questionOf({ id: a }, invoiced(numberedId(3), 1))).toBe(alone);
  expect(questionOf(invoiced(a, 1, 0))).toBe(alone);
  expect(questionOf(invoiced(a, 1), invoiced(b, 1))).toBe(withOne);
  expect(questionOf(invoiced(a, 1), invoiced(b, 2))).toBe(
    "What it paid is open again, and its invoices stay. Remove it?",
  );
});

test("a payment has an amount: nothing is waived without money", () => {
  const nothing = {
    ...preview,
    amount: 0,
    charges: preview.charges.map((charge) => ({ ...charge, pays: 0 })),
  };
  const values = typed({ amount: "0", missing: "waive" });
  expect(errorsIn(values, nothing)).toEqual({ amount: "Enter the amount that was paid." });
  expect(bodyOf(values, nothing, id)).not.toHaveProperty("in_full");
});

test("amounts that cannot be read are refused, of the payment, of a charge and of a refund", () => {
  for (const amount of ["1500e", "1.500", "1,50", "KES 150"])
    expect(Object.keys(errorsIn(typed({ amount }), preview))).toEqual(["amount"]);
  expect(errorsIn(typed({ amount: "$ 150" }), preview)).toEqual({});
  const to: PaymentValues["to"] = [
    [charge.id, "30"],
    [`${b}#2026-11-20`, "1,50"],
  ];
  expect(errorsIn(typed({ to }), preview).to).toContain("“1,50” is not a clear amount.");
  expect(requestOf(typed({ amount: "1500e", to }))).toMatchObject({
    amount: 0,
    to: [{ amount: 30 }, { amount: 0 }],
  });
});

test("a rest needs a choice, and a payment is not dated in the future", () => {
  expect(errorsIn(first, { ...preview, rest: 10 })).toEqual({ rest: "Choose what the rest is for." });
  expect(errorsIn(typed({ paid_on: "2026-12-25" }), preview)).toHaveProperty("paid_on");
  expect(errorsIn(typed({ paid_on: "" }), preview)).toEqual({
    paid_on: "Enter the day on which it was paid.",
  });
  expect(errorsIn(first, preview)).toEqual({});
});

const charges = preview.charges as [PreviewedCharge, PreviewedCharge, PreviewedCharge];
const of = (...charges: PreviewedCharge[]) => ({ ...preview, charges });
const paysOf = (previewed: PaymentPreview, more: Partial<PaymentValues> = {}) =>
  previewTexts(previewed, typed(more))[0];

test("one sentence says what is paid, what remains and what is kept, and the next what is still due", () => {
  expect(previewTexts(preview, first)).toEqual([
    "Pays Loans for November; $50.00 of Loans for December remains due.",
    "Still due in all: $50.00.",
  ]);
  expect(previewTexts(preview, typed({ missing: "waive" }))).toEqual([
    "Pays Loans for November; $50.00 of Loans for December is waived.",
  ]);
  const more = { ...preview, rest: 20, owed: [] };
  expect(previewTexts(more, typed({ rest: "credit" }))).toEqual([
    "Pays Loans for November; $50.00 of Loans for December remains due; $20.00 stays as credit.",
    "Nothing else is due.",
  ]);
  // No credit without a choice, or with nothing left over.
  for (const [left, rest] of [
    [20, ""],
    [0, "credit"],
  ] as const)
    expect(paysOf({ ...preview, rest: left }, { rest })).not.toContain("credit");
  const [late] = preview.owed as [PaymentPreview["owed"][number]];
  const owed = [
    { ...late, due_soon: 30 },
    { ...late, currency: "KES" as const, overdue: 0 },
  ];
  expect(previewTexts({ ...preview, owed }, first).at(-1)).toBe("Still due in all: $80.00.");
  expect(paysOf(of(...charges.map((charge) => ({ ...charge, pays: 40 })).slice(0, 2)))).toBe(
    "Pays $40.00 of Loans for November and $40.00 of Loans for December; $60.00 of Loans for November remains due; $60.00 of Loans for December remains due.",
  );
  const nothing = of(...charges.map((charge) => ({ ...charge, pays: 0 })));
  expect(previewTexts(nothing, first)).toEqual(["Still due in all: $50.00."]);
});

test("a period has the name of its month if that says which it is, else its due day", () => {
  const due = (day: string, more: Partial<PreviewedCharge> = {}): PreviewedCharge => ({
    ...charges[0],
    ...ofPeriod(a, day),
    pays: 100,
    ...more,
  });
  expect(paysOf(of(due("2026-09-20"), due("2026-10-20")))).toBe("Pays September and October.");
  expect(paysOf(of(due("2026-10-20", { pays: 40 })))).toBe("Pays $40.00 of October; $60.00 remains due.");
  expect(paysOf(of(due("2026-10-20", { pays: 40, on_hold: true })))).toContain("$60.00 remains on hold.");
  expect(paysOf(of(due("2025-12-20"), due("2026-01-20"), due("2026-12-20")))).toBe(
    "Pays December 2025, January and December.",
  );
  // After a change of the schedule.
  expect(paysOf(of(due("2026-10-05"), due("2026-10-20")))).toBe(
    "Pays the period due Oct 5, 2026 and the period due Oct 20, 2026.",
  );
  expect(paysOf(of(due("2026-10-20", { frequency: "yearly" })))).toBe("Pays the period due Oct 20, 2026.");
  const { period: _, subscription_id: __, ...once } = due("2026-10-20", { service: "Setup", frequency: "" });
  expect(paysOf(of(once))).toBe("Pays Setup (one-off).");
  expect(paysOf(of(due("2026-10-20"), { ...once, id: "once" }))).toBe("Pays October and Setup (one-off).");
  const many = ["2026-11-20", "2026-08-20", "2026-09-20", "2026-10-20"].map((day) => due(day));
  expect(paysOf(of(...many))).toBe("Pays 4 charges due from Aug 20, 2026 to Nov 20, 2026.");
});

test("the message says what was paid and what stays, and the choices have their amounts", () => {
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
  const allocations = [1, 2].map(() => ({ charge_id: charge.id, amount: 100 }));
  expect(paidText({ payment: { ...payment, allocations }, owed: [] }, "Amani")).toBe(
    "Amani has paid $220.00. $20.00 stays as credit. Nothing else is due.",
  );
  const single = { ...payment, amount: 100, credit: 0, allocations: allocations.slice(1) };
  expect(paidText({ payment: single, owed: [] }, "Amani")).toBe(
    "Amani has paid $100.00. Nothing else is due.",
  );
  expect(stepOptions(preview)[1]).toEqual({ value: "200.00", label: "2, to Dec 20, 2026" });
  expect(upTo(preview, "200.00")).toEqual({
    amount: "200.00",
    to: [
      [`${a}#2026-11-20`, "100.00"],
      [`${b}#2026-12-20`, "100.00"],
    ],
  });
});

test("what is paid first is chosen among the subscriptions", () => {
  const [firstCharge, secondCharge, nextCharge] = charges;
  const hosting = { ...secondCharge, service: "Hosting" };
  expect(firstOptions(preview).map(({ label }) => label)).toEqual([
    "The oldest charges",
    "Loans, $200.00 open",
    "Loans, $100.00 open",
  ]);
  // The same order, whichever is first.
  expect(firstOptions(of(hosting, firstCharge, nextCharge))).toEqual([
    { value: "", label: "The oldest charges" },
    { value: a, label: "Loans" },
    { value: b, label: "Hosting" },
  ]);
  expect(firstOptions(of(firstCharge, nextCharge))).toEqual([]);
});

test("a new payment has a method, and one of before keeps what it has", () => {
  expect(methodOptions.map(({ label }) => label)).not.toContain("Unknown");
  expect(methodOptionsWith("bank")).toEqual(methodOptions);
  expect(methodOptionsWith()[0]).toEqual({ value: "", label: "Not known" });
  expect(methodOptionsWith("paypal")[0]).toEqual({ value: "paypal", label: "paypal" });
});

test("a refund is at most the credit in its currency, and not dated in the future", () => {
  const account = { credit: [{ currency: "KES", amount: 55.5 }], today: "2026-12-24" } as ClientAccount;
  const values = {
    currency: "KES",
    paid_on: "2026-12-24",
    amount: "55.5",
    method: "",
    reference: "",
  } as const;
  expect(refundErrors(values, account)).toEqual({});
  expect(refundErrors({ ...values, amount: "55.51" }, account).amount).toContain("Only KES\u00a055.50");
  expect(refundErrors({ ...values, currency: "USD" }, account).amount).toContain("Only $0.00");
  expect(refundErrors({ ...values, amount: "55,51" }, account).amount).toContain("is not a clear amount");
  expect(refundErrors({ ...values, amount: "" }, account).amount).toContain("Enter the amount");
  expect(refundErrors({ ...values, paid_on: "2026-12-25" }, account)).toHaveProperty("paid_on");
});

test("a receipt follows the day until somebody decides", () => {
  expect(sendsReceipt(first, "2026-12-24")).toBe(true);
  expect(sendsReceipt(typed({ paid_on: "2026-11-20" }), "2026-12-24")).toBe(false);
  expect(sendsReceipt(typed({ paid_on: "2026-11-20", receipt: "yes" }), "2026-12-24")).toBe(true);
});

const installation = {
  id: numberedId(9),
  due: "2026-12-01",
  service: "Installation",
  frequency: "",
  left: 15_000,
};

test("a one-off is named by its service among the periods of one subscription, and is no period", () => {
  const month = { ...charge, ...ofPeriod(a, "2026-12-20"), left: 4_500, pays: 4_500 };
  const fee = { ...installation, pays: 15_000 };
  const textOf = (...charges: PreviewedCharge[]) =>
    previewTexts({ ...preview, owed: [], charges }, { rest: "", missing: "part" })[0];
  expect(textOf(month, fee)).toBe("Pays Installation (one-off) and December.");
  expect(textOf(month, { ...fee, pays: 0 })).toBe("Pays December.");
  expect(textOf(fee, { ...fee, id: numberedId(8), due: "2026-12-02" })).toBe(
    "Pays Installation due Dec 1, 2026 and Installation due Dec 2, 2026.",
  );
  // Beside it, the subscription can be paid first.
  const choices = firstOptions({ ...preview, charges: [month, fee] }).map(({ label }) => label);
  expect(choices).toEqual(["The oldest charges", "Loans"]);
  expect(firstOptions({ ...preview, charges: [fee] })).toEqual([]);
});
