import { expect, test } from "vitest";
import { type Account, isAskedFor } from "./account.ts";
import { addSubscription } from "./change-subscription.ts";
import { bringUpToDate, recordPayment, undoPayment } from "./payments.ts";
import { isPromised, promisePayment } from "./promise.ts";

const today = "2026-12-24";

function accountDue(due: string): Account {
  const account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
  const terms = { status: "active", currency: "USD", cents: 100, frequency: "monthly" } as const;
  const dates = { start_date: "2026-01-20", billing_anchor: "2026-01-20", next_charge: due };
  addSubscription(account, { id: "a", ...terms, ...dates }, today);
  return account;
}
const pay = (account: Account, cents: number) =>
  recordPayment(account, { id: `p${cents}`, currency: "USD", cents, allocations: [] }, {}, today);

test("a promise holds until its day, and ends when what is due is paid", () => {
  const account = accountDue("2026-11-20");
  promisePayment(account, "2027-01-10", today);
  const days = ["2026-12-24", "2027-01-10", "2027-01-11"];
  expect(days.map((day) => isPromised(account, day))).toEqual([true, true, false]);
  pay(account, 150);
  expect(account.promised_until).toBe("2027-01-10");
  pay(account, 50);
  expect(account.promised_until).toBeUndefined();
  undoPayment(account, "p50", today);
  expect(account.promised_until).toBeUndefined();
});

test("a promise is for what was due when it was made, not for what falls due later", () => {
  const account = accountDue("2026-12-20");
  promisePayment(account, "2027-01-25", today);
  bringUpToDate(account, "2027-01-21");
  expect(account.promised_until).toBe("2027-01-25");
  const payment = { id: "p", currency: "USD", cents: 100, allocations: [] } as const;
  recordPayment(account, { ...payment, allocations: [] }, {}, "2027-01-21");
  expect(account.charges.filter(isAskedFor).map(({ period }) => period)).toEqual([
    "2027-01-20",
    "2027-02-20",
  ]);
  expect(account.promised_until).toBeUndefined();
});

test("a promise is refused for a day that is past or too far ahead, and if nothing is due", () => {
  const account = accountDue("2026-12-24");
  for (const day of ["2026-12-23", "2027-02-23"])
    expect(() => promisePayment(account, day, today)).toThrow("Dec 24, 2026 to Feb 22, 2027");
  promisePayment(account, "2027-02-22", today);
  expect(() => promisePayment(accountDue("2026-12-25"), "2027-01-10", today)).toThrow("Nothing is due");
});
