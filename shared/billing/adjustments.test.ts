import { expect, test } from "vitest";
import type { Account, BilledSubscription } from "./account.ts";
import { MAX_ADJUSTMENTS, withAdjustments } from "./adjustments.ts";
import { changeCharge } from "./change-charge.ts";
import { addSubscription, type ChangeOptions, changeSubscription } from "./change-subscription.ts";
import { recordPayment, undoPayment } from "./payments.ts";

const today = "2026-12-24";
const hosting: BilledSubscription = {
  id: "one",
  status: "active",
  currency: "USD",
  cents: 100_00,
  start_date: "2026-11-20",
  frequency: "monthly",
  billing_anchor: "2026-11-20",
  next_charge: "2026-11-20",
};

function newAccount() {
  let account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
  const act = (change: (draft: Account) => void, day = today, why?: string) => {
    const draft = structuredClone(account);
    change(draft);
    account = withAdjustments(account, draft, { day, by: "Grace", why });
  };
  const edit = (more: Partial<BilledSubscription>, options: ChangeOptions = {}, day = today) =>
    act((draft) => {
      const { status, currency, cents, start_date, frequency } = draft.subscriptions[0] as BilledSubscription;
      changeSubscription(
        draft,
        "one",
        { status, currency, cents, start_date, frequency, ...more },
        options,
        day,
      );
    }, day);
  act((draft) => addSubscription(draft, structuredClone(hosting), today));
  return { act, edit, of: (at: number) => account.charges[at]?.adjustments };
}

test("a waiver, its end and another amount are written with day, person and reason", () => {
  const { act, of } = newAccount();
  act(
    (draft) => changeCharge(draft, "one#2026-11-20", { waived_cents: 100_00 }, today),
    today,
    "Server was down",
  );
  act((draft) => changeCharge(draft, "one#2026-11-20", { waived_cents: 0 }, "2026-12-25"), "2026-12-25");
  act(
    (draft) => changeCharge(draft, "one#2026-11-20", { cents: 70_00 }, "2026-12-26"),
    "2026-12-26",
    "Fewer users",
  );
  expect(of(0)).toEqual([
    { kind: "waived", currency: "USD", cents: -100_00, day: today, by: "Grace", why: "Server was down" },
    { kind: "waived", currency: "USD", cents: 100_00, day: "2026-12-25", by: "Grace", why: undefined },
    { kind: "changed", currency: "USD", cents: -30_00, day: "2026-12-26", by: "Grace", why: "Fewer users" },
  ]);
});

test("a rest that a payment waives is written, and back when the payment is undone", () => {
  const { act, of } = newAccount();
  const to = [{ charge_id: "one#2026-11-20", cents: 95_00 }];
  const payment = { id: "p", currency: "USD" as const, cents: 95_00, allocations: [] };
  act((draft) => recordPayment(draft, payment, { to, in_full: true }, today));
  act((draft) => undoPayment(draft, "p", "2026-12-30"), "2026-12-30");
  expect(of(0)?.map(({ kind, cents, day }) => [kind, cents, day])).toEqual([
    ["waived", -5_00, today],
    ["waived", 5_00, "2026-12-30"],
  ]);
});

test("a new price is written on charges that are due, also in another currency, and not on those to come", () => {
  const { edit, of } = newAccount();
  edit({ cents: 5_000_00, currency: "KES" }, { open_charges: "change" });
  expect([of(1), of(2)]).toEqual([
    [
      { kind: "changed", currency: "USD", cents: -100_00, day: today, by: "Grace", why: undefined },
      { kind: "changed", currency: "KES", cents: 5_000_00, day: today, by: "Grace", why: undefined },
    ],
    undefined,
  ]);
});

test("a pause holds what is open, resuming releases it, and what fell due in the pause is waived then", () => {
  const { edit, of } = newAccount();
  edit({ status: "paused" });
  edit({ status: "active" }, {}, "2027-03-01");
  const kinds = [0, 2].map((at) => of(at)?.map(({ kind, day }) => `${kind} ${day}`));
  expect(kinds).toEqual([
    [`held ${today}`, "released 2027-03-01"],
    [`held ${today}`, "waived 2027-03-01"],
  ]);
});

test("a charge that is changed very often keeps its sum", () => {
  const { act, of } = newAccount();
  for (let n = 1; n <= 80; n += 1)
    act((draft) => changeCharge(draft, "one#2026-11-20", { cents: 100_00 + n }, today));
  expect(of(0)?.length).toBe(MAX_ADJUSTMENTS);
  expect(of(0)?.reduce((sum, { cents = 0 }) => sum + cents, 0)).toBe(80);
});
