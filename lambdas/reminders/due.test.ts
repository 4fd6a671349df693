import { expect, test } from "vitest";
import type { Charge } from "../../shared/billing/account.ts";
import { unsavedSettings } from "../../shared/settings/settings.ts";
import { type SeededSubscription, seededSubscription } from "../../test/product/seed-rows.ts";
import { dueKeysOf } from "./due.ts";

const today = "2026-12-24";
const openOf = (more: Partial<SeededSubscription> = {}): readonly Charge[] =>
  seededSubscription({
    id: crypto.randomUUID(),
    client_id: crypto.randomUUID(),
    start_date: "2026-01-28",
    amount_cents: 100_00,
    billing_anchor: "2026-01-28",
    next_billing_date: "2026-10-28",
    ...more,
  }).open;
const entriesOf = (open: readonly Charge[]) =>
  dueKeysOf("client", open, today, unsavedSettings).map(({ period, kind, more }) =>
    [period, kind, more].filter(Boolean).join("#"),
  );

test("each open charge is due for its kind until a reminder named it on the first day of the kind or later", () => {
  const open = openOf();
  const all = ["2026-10-28#overdue", "2026-11-28#overdue", "2026-12-28#upcoming"];
  expect(entriesOf(open)).toEqual(all);
  const reminded = (on: string, charges: readonly Charge[]) =>
    charges.map((charge) => ({ ...charge, told_on: on, reminded_on: on }));
  const [first, second, last] = open.map((charge) => [charge]) as [Charge[], Charge[], Charge[]];
  const named = [...reminded("2026-10-29", first), ...reminded("2026-11-28", second)];
  expect(entriesOf([...named, ...last])).toEqual(all.slice(1));
  expect(entriesOf(reminded("2026-12-21", open))).toEqual([]);
});

test("a reminder in addition to the schedule settles nothing of it", () => {
  const [charge] = openOf({ frequency: "yearly", next_billing_date: "2026-12-23" });
  const askedByHand = { ...(charge as Charge), told_on: "2026-12-24", asked: true as const };
  expect(entriesOf([askedByHand])).toEqual(["2026-12-23#overdue"]);
});

test("overdue charges are due again 14 days after the client's last reminder", () => {
  const yearly = (on: string) => {
    const overdue = { next_billing_date: "2026-11-30", billing_anchor: "2026-01-30", frequency: "yearly" };
    return entriesOf(openOf({ ...overdue, reminded_on: on }));
  };
  expect(yearly("2026-12-11")).toEqual([]);
  expect(yearly("2026-12-10")).toEqual(["2026-11-30#overdue-repeat#2026-12-24"]);
});
