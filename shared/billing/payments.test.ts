import { expect, test } from "vitest";
import { type Account, creditOf } from "./account.ts";
import { addSubscription } from "./change-subscription.ts";
import { correctPayment, type PaymentOptions, recordPayment } from "./payments.ts";
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
  const to = [{ subscription_id: "one", period: "2027-01-20", cents: 1 }];
  expect(() => pay(accountWith(0), 1, { to })).toThrow("No period of this client is due 2027-01-20.");
});
