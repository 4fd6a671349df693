import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Account, owedOf } from "./account.ts";
import { addSubscription } from "./change-subscription.ts";
import { AccountError } from "./charges.ts";
import { type PreviewRequest, previewPayment } from "./payment-preview.ts";
import { recordPayment } from "./payments.ts";

const today = "2026-12-24";

/** A monthly subscription for each first due day. */
function accountWith(...subscriptions: { id: string; due: string; cents?: number; currency?: "KES" }[]) {
  const account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
  for (const { id, due, cents = 100, currency = "USD" } of subscriptions)
    addSubscription(
      account,
      {
        id,
        status: "active",
        currency,
        cents,
        frequency: "monthly",
        start_date: "2026-01-20",
        billing_anchor: "2026-01-20",
        next_charge: due,
      },
      today,
    );
  return account;
}
const preview = (account: Account, request: PreviewRequest = {}) =>
  previewPayment(structuredClone(account), request, "USD", today);
const shown = (account: Account, request: PreviewRequest = {}) => {
  const { cents, charges, rest } = preview(account, request);
  const pays = charges.flatMap((charge) =>
    charge.pays > 0 ? `${charge.subscription_id} ${charge.period} ${charge.pays}` : [],
  );
  return [cents, pays, rest];
};

const two = accountWith({ id: "a", due: "2026-11-20" }, { id: "b", due: "2026-12-20", cents: 50 });

describe("without an amount it pays", () => {
  test("what is due of all subscriptions, oldest first", () => {
    expect(shown(two)).toEqual([250, ["a 2026-11-20 100", "a 2026-12-20 100", "b 2026-12-20 50"], 0]);
  });
  test("what is due of the first subscription, else its next charge", () => {
    expect(shown(two, { first: "b" })).toEqual([50, ["b 2026-12-20 50"], 0]);
    const early = accountWith({ id: "a", due: "2027-01-20" });
    expect(shown(early)).toEqual([100, ["a 2027-01-20 100"], 0]);
  });
});

describe("without a currency it pays in", () => {
  const currencyIn = (account: Account, request?: PreviewRequest) => preview(account, request).currency;
  const shillingsFirst = accountWith(
    { id: "a", due: "2026-11-20", currency: "KES" },
    { id: "b", due: "2026-12-20" },
  );
  test("the company's, if something is due in it", () => {
    expect(currencyIn(shillingsFirst)).toBe("USD");
    const later = accountWith(
      { id: "a", due: "2026-11-20", currency: "KES" },
      { id: "b", due: "2026-12-26" },
    );
    expect(currencyIn(later)).toBe("KES");
  });
  test("that of the first subscription, also if only others are due", () => {
    expect(currencyIn(shillingsFirst, { first: "a" })).toBe("KES");
    const early = accountWith(
      { id: "a", due: "2027-01-20", currency: "KES" },
      { id: "b", due: "2026-12-20" },
    );
    expect(currencyIn(early, { first: "a" })).toBe("KES");
  });
});

test("withheld tax is shown in the place of the rest that was waived with a payment", () => {
  const account = accountWith({ id: "a", due: "2026-12-20" });
  const to = [{ charge_id: "a#2026-12-20", cents: 95 }];
  recordPayment(
    account,
    { id: "p", currency: "USD", cents: 95, allocations: [] },
    { to, in_full: true },
    today,
  );
  expect(shown(account, { cents: 5 })).toEqual([5, ["a 2027-01-20 5"], 0]);
  expect(shown(account, { cents: 5, is_tax: true })).toEqual([5, ["a 2026-12-20 5"], 0]);
  expect(shown(account, { cents: 7, is_tax: true, first: "a" })).toEqual([
    7,
    ["a 2026-12-20 5", "a 2027-01-20 2"],
    0,
  ]);
});

test("an amount pays the first subscription before the others", () => {
  expect(shown(two, { first: "b", cents: 180 })).toEqual([
    180,
    ["b 2026-12-20 50", "b 2027-01-20 50", "a 2026-11-20 80"],
    0,
  ]);
});

test("what is chosen by hand stays, also nothing, and the rest pays the oldest others", () => {
  const chosen = [
    { charge_id: "a#2026-11-20", cents: 0 },
    { charge_id: "a#2026-12-20", cents: 30 },
  ];
  expect(shown(two, { cents: 90, to: chosen })).toEqual([
    90,
    ["a 2026-12-20 30", "b 2026-12-20 50", "a 2027-01-20 10"],
    0,
  ]);
});

test("more than all that is open is a rest, unless it pays the periods ahead", () => {
  const account = accountWith({ id: "a", due: "2026-12-20" });
  expect(shown(account, { cents: 350 })).toEqual([350, ["a 2026-12-20 100", "a 2027-01-20 100"], 150]);
  expect(shown(account, { cents: 350, ahead: true })[1]).toEqual([
    "a 2026-12-20 100",
    "a 2027-01-20 100",
    "a 2027-02-20 100",
    "a 2027-03-20 50",
  ]);
  expect(preview(account).steps.slice(0, 3)).toMatchObject([
    { charge: { id: "a#2026-12-20" }, left: 100, cents: 100 },
    { charge: { id: "a#2027-01-20" }, left: 100, cents: 200 },
    { charge: { id: "a#2027-02-20" }, left: 100, cents: 300 },
  ]);
});

test("the other currencies of what is open can be chosen", () => {
  const mixed = accountWith({ id: "a", due: "2026-12-20" }, { id: "k", due: "2026-11-20", currency: "KES" });
  expect(preview(mixed)).toMatchObject({ currencies: ["KES", "USD"] });
  expect(shown(mixed, { currency: "USD" })).toEqual([100, ["a 2026-12-20 100"], 0]);
  expect(preview(accountWith())).toMatchObject({ currency: "USD", currencies: [], charges: [], cents: 0 });
});

test("an unknown subscription and more than a charge has left are refused with a sentence", () => {
  expect(() => preview(two, { first: "c" })).toThrow("That subscription is not one of this client.");
  const to = [{ charge_id: "b#2026-12-20", cents: 60 }];
  expect(() => preview(two, { cents: 60, to })).toThrow("Only $0.50 of the period due Dec 20, 2026 is left");
});

test("recording what a preview shows does what it says", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          due: fc.constantFrom("2026-08-20", "2026-12-20", "2027-01-20"),
          cents: fc.integer({ min: 1, max: 300 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      fc.record({
        cents: fc.option(fc.integer({ min: 1, max: 3_000 }), { nil: undefined }),
        first: fc.constantFrom(undefined, "0"),
        ahead: fc.boolean(),
        typed: fc.option(fc.integer({ min: 0, max: 400 })),
      }),
      (subscriptions, { typed, ...request }) => {
        const account = accountWith(
          ...subscriptions.map((subscription, index) => ({ ...subscription, id: String(index) })),
        );
        const to = typed === null ? [] : [{ charge_id: account.charges[0]?.id ?? "", cents: typed }];
        let previewed: ReturnType<typeof preview>;
        try {
          previewed = preview(account, { ...request, to });
        } catch (error) {
          expect(error).toBeInstanceOf(AccountError);
          return;
        }
        const paying = previewed.charges.filter(({ pays }) => pays > 0);
        const payment = { id: "p", currency: previewed.currency, cents: previewed.cents, allocations: [] };
        const options = {
          to: paying.map(({ id, pays }) => ({ charge_id: id, cents: pays })),
          credit: previewed.rest > 0,
        };
        recordPayment(account, payment, options, today);
        expect(owedOf(account.charges, {}, today)).toEqual(owedOf(previewed.after.charges, {}, today));
        expect(paying.reduce((sum, { pays }) => sum + pays, previewed.rest)).toBe(previewed.cents);
      },
    ),
  );
});
