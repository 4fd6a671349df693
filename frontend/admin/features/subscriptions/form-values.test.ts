import { expect, test } from "vitest";
import { newSubscription } from "../../../../test/product/sample-subscriptions.ts";
import {
  changeText,
  creditedText,
  openChargesChoice,
  priceFromHelp,
  priceHelp,
  stayText,
  waitingPriceText,
} from "./form-texts.ts";
import { bodyOf, changeOf, dueText, errorsIn, isEnding, storedOf, type Values } from "./form-values.ts";

const today = "2026-12-24";
const late = newSubscription({
  next_billing_date: "2026-11-20",
  open: [
    { period: "2026-11-20", amount: 100, paid: 40 },
    { period: "2026-12-20", amount: 100 },
    { period: "2027-01-20", amount: 100 },
  ],
});
const typed = (more: Partial<Values>, of = late): Values => ({ ...storedOf(of, today).values, ...more });

test("unpaid periods that are due are named, and what happens to them is sent only where it was asked", () => {
  expect(dueText(late, today)).toBe("2 unpaid periods since Nov 20, 2026: $160.00");
  expect(changeOf(typed({ open_charges: "change" }), late, today).open_charges).toBe("change");
  expect(changeOf(typed({}), late, today)).not.toHaveProperty("open_charges");
  const fine = newSubscription({ next_billing_date: "2027-01-20" });
  expect([dueText(fine, today), dueText(undefined, today)]).toEqual(["", ""]);
  expect(changeOf(typed({ open_charges: "remove" }, fine), fine, today)).not.toHaveProperty("open_charges");
});

test("the time of a pause is charged only if somebody says so while resuming", () => {
  const paused = newSubscription({ status: "paused", open: [] });
  const resumed = typed({ status: "active", charge_gap: true }, paused);
  expect(changeOf(resumed, paused, today).charge_gap).toBe(true);
  expect(changeOf({ ...resumed, status: "paused" }, paused, today)).not.toHaveProperty("charge_gap");
  expect(changeOf(typed({ charge_gap: true }), late, today)).not.toHaveProperty("charge_gap");
});

test("what is paid ahead becomes credit only where the subscription becomes inactive or free", () => {
  const answer = (more: Partial<Values>) =>
    changeOf(typed({ open_charges: "credit", ...more }), late, today).open_charges;
  expect([answer({ status: "inactive" }), answer({ amount: "" }), answer({ amount: "0" })]).toEqual(
    Array(3).fill("credit"),
  );
  expect([answer({}), answer({ status: "paused" }), answer({ amount: "x" })]).toEqual(
    Array(3).fill(undefined),
  );
  const [due, ahead] = ["1 unpaid period since Nov 20, 2026: $60.00", "$200.00"];
  const values = (choice: ReturnType<typeof openChargesChoice>) => choice.options.map(({ value }) => value);
  expect(values(openChargesChoice(due, ""))).toEqual(["keep", "change", "remove"]);
  expect(values(openChargesChoice("", ahead))).toEqual(["keep", "credit"]);
  expect(values(openChargesChoice(due, ahead))).toEqual(["keep", "credit", "change", "remove"]);
  for (const choice of [openChargesChoice("", ahead), openChargesChoice(due, ahead)])
    expect([choice.help, choice.options[1]?.label]).toEqual([
      expect.stringContaining("$200.00 is paid for what is not due yet."),
      "Credit the $200.00 paid ahead",
    ]);
});

test("a charge that changes is named before and after, with what else changes, and one that stays with the reason", () => {
  const before = { period: "2027-01-20", amount: 100, currency: "USD", service: "Hosting" } as const;
  const after = { ...before, amount: 1_500, currency: "KES" } as const;
  expect(changeText({ before, after })).toBe("Jan 20, 2027: $100.00 → KES 1,500.00");
  expect(changeText({ before, after: { ...before, service: undefined } })).toBe(
    "Jan 20, 2027: $100.00, Hosting → $100.00, no service",
  );
  expect(changeText({ before, after: { ...before, period: "2027-02-05" } })).toBe(
    "Jan 20, 2027, $100.00 → Feb 5, 2027, $100.00",
  );
  expect(changeText({ before })).toBe("Jan 20, 2027: $100.00, removed");
  expect(changeText({ after })).toBe("Jan 20, 2027: KES 1,500.00, new");
  const stays = (["told", "due", "part", "paid", "changed"] as const).map((reason) =>
    stayText({ ...before, reason, ...(reason === "told" && { told_on: "2026-12-24" }) }),
  );
  expect(stays).toEqual(
    ["told on Dec 24, 2026", "due", "paid in part", "paid", "changed by hand"].map(
      (why) => `Jan 20, 2027: $100.00, ${why}`,
    ),
  );
});

test("an empty amount is 0; text that is no amount, or is in another currency, is refused in words", () => {
  const refusal = (amount: string, currency: "USD" | "KES" = "KES") =>
    errorsIn(typed({ amount, currency }), currency).amount;
  for (const [amount, sent] of [
    ["", 0],
    ["  ", 0],
    ["KES 1500", 1500],
    ["1,500/=", 1500],
    ["1 500.5", 1500.5],
    ["1,50,000.00", 150000],
  ] as const) {
    expect([amount, refusal(amount)]).toEqual([amount, undefined]);
    expect(changeOf(typed({ amount, currency: "KES" }), late, today).amount).toBe(sent);
  }
  const how = "Write thousands with a comma and cents with a point, for example 1,500.50.";
  expect(refusal("1500e")).toBe(`“1500e” is not an amount. ${how}`);
  expect(refusal("1.500,00")).toBe(`“1.500,00” is not a clear amount. ${how}`);
  expect(refusal("KES 1500", "USD")).toBe(
    "“KES 1500” is in Kenya shillings, but this amount is in US dollars. Correct one of the two.",
  );
  expect(refusal("-5")).toBe("The amount cannot be negative.");
  // Nothing that is refused can be sent as a number.
  for (const amount of ["1500e", "1.500", "-5"])
    expect(changeOf(typed({ amount, currency: "KES" }), late, today).amount).toBeNaN();
});

test("an amount is called free once somebody has left the field", () => {
  expect(priceHelp(typed({ amount: "" }), "USD", { hasLeft: false })).not.toContain("free:");
  expect(priceHelp(typed({ amount: "" }), "USD", { hasLeft: true })).toBe(
    "free: no payment reminders are sent",
  );
  expect(priceHelp(typed({ amount: "1500e" }), "USD", { hasLeft: true })).not.toContain("free:");
  expect(priceHelp(typed({ amount: "1,500" }), "USD", { hasLeft: false })).toBe("$1,500.00 every month");
});

test("a price from a day on leaves the amount alone, and a new subscription is free before its day", () => {
  const dated = typed({ amount: "120", next_price: "2027-02-01" });
  expect(changeOf(dated, late, today)).toMatchObject({
    amount: 100,
    next_price: { amount: 120, from: "2027-02-01" },
  });
  expect(changeOf(typed({ amount: "120" }), late, today)).not.toHaveProperty("next_price");
  expect(bodyOf(dated)).toMatchObject({ amount: 0, next_price: { amount: 120, from: "2027-02-01" } });
  expect(isEnding({ ...dated, amount: "0" })).toBe(false);
  expect(errorsIn(typed({ next_price: "2027-02-01" }), "USD", late).amount).toMatch(/new amount, or clear/);
  const problems = errorsIn({ ...dated, amount: "x" }, "USD", late);
  expect([problems.amount, problems.next_price]).toEqual([
    expect.stringContaining("is not an amount"),
    undefined,
  ]);
});

test("a price that waits stays, is withdrawn or is replaced; the client hears of it only if they were told", () => {
  const waiting = { amount: 5000, from: "2027-02-01" };
  const of = newSubscription({ currency: "KES", next_price: waiting });
  expect(changeOf(typed({}, of), of, today)).not.toHaveProperty("next_price");
  expect(changeOf(typed({ withdraws_price: true }, of), of, today).next_price).toBeNull();
  const text = (told_on: string | undefined, more: Partial<Values>) =>
    waitingPriceText({ ...waiting, told_on }, typed(more, of), "KES").replaceAll("\u00a0", " ");
  expect([
    text(undefined, {}),
    text("2026-12-20", {}),
    text(undefined, { withdraws_price: true }),
    text("2026-12-20", { withdraws_price: true }),
    text(undefined, { next_price: "2027-03-01" }),
  ]).toEqual([
    "KES 5,000.00 from Feb 1, 2027",
    "KES 5,000.00 from Feb 1, 2027, told on Dec 20, 2026",
    "KES 5,000.00 from Feb 1, 2027 is withdrawn when you save.",
    "KES 5,000.00 from Feb 1, 2027 is withdrawn when you save. The client gets an email about it.",
    "KES 5,000.00 from Feb 1, 2027 is replaced when you save.",
  ]);
});

test("the form says from which charge on a price holds, and what becomes credit", () => {
  const terms = { period: "2027-01-20", currency: "USD" } as const;
  const changes = [{ before: { ...terms, amount: 100 }, after: { ...terms, amount: 120 } }];
  expect(priceFromHelp(false, { changes })).toContain("not told about, due Jan 20, 2027.");
  expect(priceFromHelp(false, { changes: [{ before: { ...terms, amount: 100 } }] })).not.toContain("due");
  expect(priceFromHelp(true, undefined)).toContain("it is free before");
  expect([creditedText({ credited: { USD: 50 } }, "USD"), creditedText({ credited: {} }, "USD")]).toEqual([
    "$50.00 that is paid of these becomes credit.",
    "",
  ]);
});

test("an end is sent if it changed, with its reason, and withdrawn if its day is cleared", () => {
  const ending = newSubscription({ ends_on: "2027-01-31", end_reason: "price" });
  const change = (more: Partial<Values>, of = ending) => {
    const { ends_on, end_reason } = changeOf(typed(more, of), of, today);
    return { ends_on, end_reason };
  };
  expect(change({})).toEqual({});
  expect(change({ end_reason: "other" })).toEqual({ end_reason: "other" });
  expect(change({ ends_on: "" })).toEqual({ ends_on: null });
  expect(change({ ends_on: "2027-03-31", end_reason: "other" }, late)).toEqual({
    ends_on: "2027-03-31",
    end_reason: "other",
  });
  // The day of an end in the past is not agreed again.
  const ended = newSubscription({ status: "inactive", ends_on: "2026-11-30", end_reason: "price" });
  expect(change({ status: "active" }, ended)).toEqual({});
});

test("who comes back is charged from a day on, unless the whole time is charged", () => {
  const ended = newSubscription({ status: "inactive", open: [] });
  const back = typed({ status: "active", charge_from: "2027-06-01" }, ended);
  expect(changeOf(back, ended, today).charge_from).toBe("2027-06-01");
  expect(changeOf({ ...back, charge_gap: true }, ended, today)).not.toHaveProperty("charge_from");
  expect(changeOf({ ...back, status: "inactive" }, ended, today)).not.toHaveProperty("charge_from");
});

test("the VAT is sent only if it is chosen, and of a stored subscription only if it changes", () => {
  expect(bodyOf(storedOf(undefined, today).values)).not.toHaveProperty("vat");
  expect(bodyOf({ ...storedOf(undefined, today).values, vat: "standard" }).vat).toBe("standard");
  expect(changeOf(typed({}), late, today)).not.toHaveProperty("vat");
  expect(changeOf(typed({ vat: "standard" }), late, today)).not.toHaveProperty("vat");
  expect(changeOf(typed({ vat: "exempt" }), late, today).vat).toBe("exempt");
  const exempt = { ...late, vat: "exempt" as const };
  expect(changeOf(typed({ vat: "standard" }, exempt), exempt, today).vat).toBe("standard");
});
