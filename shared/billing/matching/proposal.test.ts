import { expect, test } from "vitest";
import type { Day } from "../../day.ts";
import type { Currency } from "../../money.ts";
import type { Account } from "../account.ts";
import { addSubscription } from "../change-subscription.ts";
import { MAX_ALLOCATIONS, recordPayment } from "../payments.ts";
import { propose } from "./proposal.ts";

const today = "2026-11-16";

/** An account in shillings with a monthly subscription for each name. */
function accountWith(subscriptions: Record<string, [since: Day, cents: number]>): Account {
  const account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
  for (const [id, [since, cents]] of Object.entries(subscriptions)) {
    const dates = { start_date: since, billing_anchor: since, next_charge: since };
    addSubscription(
      account,
      { id, ...dates, cents, currency: "KES", frequency: "monthly", status: "active", service: id },
      today,
    );
  }
  return account;
}
const proposed = (account: Account, cents: number, currency: Currency = "KES") => {
  const { to, says, doubt } = propose(account, { id: "p", cents, currency, paid_on: today }, today);
  return { to: to.map(({ charge_id }) => charge_id.replace("#", " ")), says, doubt };
};

test("an amount pays the oldest charge that it is, unless another subscription has such a charge", () => {
  const website = ["2026-10-05", 4_500_00] as [Day, number];
  const hosting = ["2026-10-10", 1_500_00] as [Day, number];
  expect(proposed(accountWith({ website, hosting }), 1_500_00)).toEqual({
    to: ["hosting 2026-10-10"],
    says: "It pays the charge due Oct 10, 2026 (hosting).",
    doubt: undefined,
  });
  const support = ["2026-10-12", 1_500_00] as [Day, number];
  expect(proposed(accountWith({ website, hosting, support }), 1_500_00)).toEqual({
    to: ["website 2026-10-05"],
    says: "",
    doubt: "6 open charges have this amount",
  });
});

test("an amount that several charges add up to pays them, as many as one payment can pay", () => {
  const account = accountWith({ hosting: ["2022-10-10", 1_00] });
  expect(proposed(account, 2_00)).toMatchObject({ says: "It pays the 2 oldest open charges in whole." });
  expect(account.charges.length).toBeGreaterThan(MAX_ALLOCATIONS);
  expect(proposed(account, account.charges.length * 1_00).doubt).toBe(
    `one payment pays at most ${MAX_ALLOCATIONS} charges`,
  );
});

test("money in a currency in which nothing is open becomes credit, and the doubt says what is open elsewhere", () => {
  const account = accountWith({ hosting: ["2026-11-10", 1_500_00] });
  recordPayment(account, { id: "one", cents: 1_500_00, currency: "KES", allocations: [] }, {}, today);
  const nothing = "nothing is open in US dollars, so it becomes credit";
  expect(proposed(account, 10_00, "USD").doubt).toBe(`${nothing}; what is open is in another currency`);
  expect(proposed(accountWith({}), 10_00, "USD").doubt).toBe(nothing);
});
