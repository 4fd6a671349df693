import { describe, expect, test } from "vitest";
import { type Account, creditOf, leftOf, stateOf } from "./account.ts";
import { changeCharge } from "./change-charge.ts";
import { addSubscription } from "./change-subscription.ts";
import { correctPayment, type PaymentOptions, recordPayment, undoPayment } from "./payments.ts";
import { refundCredit } from "./refunds.ts";

const today = "2026-12-24";

/** The account of a client with one monthly subscription, due since December 20. */
function accountWith(cents: number): Account {
  const account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
  const [status, currency, frequency, date] = ["active", "USD", "monthly", "2026-12-20"] as const;
  addSubscription(
    account,
    {
      id: "one",
      status,
      currency,
      cents,
      frequency,
      start_date: date,
      billing_anchor: date,
      next_charge: date,
    },
    today,
  );
  return account;
}
const pay = (account: Account, cents: number, options: PaymentOptions) =>
  recordPayment(account, { id: "p", currency: "USD", cents, allocations: [] }, options, today);

test("a payment can be corrected to what was refunded of it, and to nothing less", () => {
  const account = accountWith(100_00);
  pay(account, 250_00, { credit: true });
  expect(refundCredit(account, "USD", 50_00)).toEqual([{ id: "p", cents: 50_00 }]);
  expect(() => correctPayment(structuredClone(account), "p", { cents: 49_99 }, today)).toThrow(
    "More than this was refunded of the payment already.",
  );
  correctPayment(account, "p", { cents: 50_00 }, today);
  expect(account.payments.map(creditOf)).toEqual([0]);
  expect(account.charges.map(({ paid_cents }) => paid_cents)).toEqual([0, 0]);
});

test("a payment with more than all that is open cannot become a certificate of withheld tax", () => {
  const account = accountWith(100_00);
  pay(account, 350_00, { credit: true });
  expect(() => correctPayment(structuredClone(account), "p", { is_tax: true }, today)).toThrow(
    "A certificate of withheld tax pays no more than is open.",
  );
  correctPayment(account, "p", { cents: 300_00, is_tax: true }, today);
  expect(account.payments.map(creditOf)).toEqual([0]);
});

describe("a certificate of withheld tax", () => {
  const key = (period: string) => ({ charge_id: `one#${period}` });
  /** 95 of 100 is paid of the period due on December 20, and the rest is waived with the payment. */
  function withWaivedRest(): Account {
    const account = accountWith(100_00);
    pay(account, 95_00, { to: [{ ...key("2026-12-20"), cents: 95_00 }], in_full: true });
    return account;
  }
  const certify = (account: Account, cents: number, to?: PaymentOptions["to"]) => {
    const tax = { id: "tax", currency: "USD" as const, cents, allocations: [], is_tax: true as const };
    recordPayment(account, tax, { to }, today);
    return account;
  };
  const states = (account: Account) =>
    account.charges.map((charge) => [charge.paid_cents / 100, leftOf(charge) / 100, stateOf(charge)]);

  test("takes the place of the rest that was waived with the payment, named or not, up to its amount", () => {
    for (const to of [undefined, [{ ...key("2026-12-20"), cents: 3_00 }]])
      expect(states(certify(withWaivedRest(), 3_00, to))).toEqual([
        [98, 0, "waived"],
        [0, 100, "open"],
      ]);
    expect(states(certify(withWaivedRest(), 5_00))[0]).toEqual([100, 0, "paid"]);
    expect(states(certify(withWaivedRest(), 7_00))).toEqual([
      [100, 0, "paid"],
      [2, 98, "open"],
    ]);
    const tooMuch = [{ ...key("2026-12-20"), cents: 5_01 }];
    expect(() => certify(withWaivedRest(), 5_01, tooMuch)).toThrow("Only $5.00");
  });

  test("leaves it waived when it is undone, and open when the payment that waived it is undone", () => {
    const account = certify(withWaivedRest(), 5_00);
    const undone = structuredClone(account);
    undoPayment(undone, "tax", today);
    expect(states(undone)).toEqual(states(withWaivedRest()));
    const corrected = structuredClone(account);
    correctPayment(corrected, "tax", { cents: 2_00, is_tax: true }, today);
    expect(states(corrected)[0]).toEqual([97, 0, "waived"]);
    undoPayment(account, "p", today);
    expect(states(account)[0]).toEqual([5, 95, "open"]);
    undoPayment(account, "tax", today);
    expect(states(account)[0]).toEqual([0, 100, "open"]);
  });

  test("pays what is open while the rest was waived by itself, or of another currency", () => {
    const byItself = accountWith(100_00);
    pay(byItself, 95_00, {});
    changeCharge(byItself, "one#2026-12-20", { waived_cents: 5_00 }, today);
    expect(states(certify(byItself, 5_00))).toEqual([
      [95, 0, "waived"],
      [5, 95, "open"],
    ]);
    const first = accountWith(100_00);
    certify(first, 5_00);
    pay(first, 90_00, { to: [{ ...key("2026-12-20"), cents: 90_00 }], in_full: true });
    undoPayment(first, "tax", today);
    // The certificate came before the rest was waived.
    expect(states(first)[0]).toEqual([90, 5, "open"]);
  });
});

test("a payment that is corrected to more pays first the rest that it had waived", () => {
  const account = accountWith(100_00);
  const to = [{ charge_id: "one#2026-12-20", cents: 95_00 }];
  pay(account, 95_00, { to, in_full: true });
  correctPayment(account, "p", { cents: 100_00 }, today);
  expect(account.charges.map((charge) => [charge.paid_cents, stateOf(charge)])).toEqual([
    [100_00, "paid"],
    [0, "open"],
  ]);
});

test("a refund takes credit of its own currency only, and none of withheld tax", () => {
  const account = accountWith(100_00);
  pay(account, 250_00, { credit: true });
  account.payments.push(
    { id: "shillings", currency: "KES", cents: 900_00, allocations: [] },
    { id: "tax", currency: "USD", cents: 70_00, allocations: [], is_tax: true },
  );
  expect(() => refundCredit(structuredClone(account), "USD", 50_01)).toThrow("Only $50.00 of credit");
  expect(refundCredit(account, "USD", 50_00)).toEqual([{ id: "p", cents: 50_00 }]);
});

test("no period of a free subscription can be paid ahead", () => {
  const to = [{ charge_id: "one#2027-01-20", cents: 1 }];
  expect(() => pay(accountWith(0), 1, { to })).toThrow("No period of this client is due Jan 20, 2027.");
});
