import { expect, test } from "vitest";
import { type SeededSubscription, seededSubscription } from "../../test/product/seed-rows.ts";
import { DueTotals } from "../platform/email/due-totals.ts";
import { addDue } from "./digest-totals.ts";

const today = "2026-12-24";
const client_id = crypto.randomUUID() as string;
const empty = { upcoming: DueTotals.parse({}), overdue: DueTotals.parse({}) };
/** A client with one subscription. */
const owing = (next_billing_date: string, more: Partial<SeededSubscription> = {}) => {
  const { open, sample } = seededSubscription({
    id: crypto.randomUUID(),
    client_id,
    start_date: "2026-01-28",
    amount_cents: 100_00,
    billing_anchor: "2026-01-28",
    next_billing_date,
    ...more,
  });
  return { account: { client_id, sample }, open };
};

test("a late subscription counts once, with all of its unpaid periods", () => {
  const unpaid = owing("2026-10-28", { service: "Ledger" });
  const [oldest, ...newer] = unpaid.open;
  const paidInPart = { ...unpaid, open: [...(oldest ? [{ ...oldest, paid_cents: 30_00 }] : []), ...newer] };
  const shillings = owing("2026-11-28", { currency: "KES" });
  const { overdue, upcoming } = addDue(
    empty,
    [paidInPart, shillings, owing("2026-12-28", { sample: true })],
    today,
  );
  expect(overdue).toEqual({
    count: 2,
    cents: 170_00,
    kes_cents: 100_00,
    first: [
      {
        client_id,
        subscription_id: oldest?.subscription_id,
        service: "Ledger",
        period: "2026-10-28",
        periods: 2,
        sums: { USD: 170_00 },
        paid: { USD: 30_00 },
      },
      {
        client_id,
        subscription_id: shillings.open[0]?.subscription_id,
        period: "2026-11-28",
        sums: { KES: 100_00 },
      },
    ],
  });
  expect(upcoming).toMatchObject({ count: 2, cents: 100_00, kes_cents: 100_00 });
  expect(upcoming.first.map(({ period, sums }) => [period, sums])).toEqual([
    ["2026-12-28", { USD: 100_00 }],
    ["2026-12-28", { KES: 100_00 }],
  ]);
});

test("after a change of the currency, each amount of a subscription stays in its own", () => {
  const stored = owing("2026-10-28", { currency: "KES" });
  const [oldest, ...newer] = stored.open;
  const open = oldest ? [{ ...oldest, currency: "USD" as const, paid_cents: 30_00 }, ...newer] : [];
  const { overdue } = addDue(empty, [{ ...stored, open }], today);
  expect(overdue).toMatchObject({ count: 1, cents: 70_00, kes_cents: 100_00 });
  expect(overdue.first).toMatchObject([
    { periods: 2, sums: { USD: 70_00, KES: 100_00 }, paid: { USD: 30_00 } },
  ]);
});

test("the totals of several pages add up, and the first lines are listed", () => {
  const page = Array.from({ length: 15 }, () => owing("2026-12-28"));
  const { upcoming, overdue } = addDue(addDue(empty, page, today), page, today);
  expect([upcoming.count, upcoming.cents, upcoming.first.length]).toEqual([30, 30 * 100_00, 20]);
  expect(overdue).toEqual(empty.overdue);
});

test("lines are by their oldest period, whatever the order of accounts, and the latest are left out", () => {
  const twoSubscriptions = {
    ...owing("2026-12-20"),
    open: [...owing("2026-09-28", { frequency: "yearly" }).open, ...owing("2026-12-20").open],
  };
  const page = [twoSubscriptions, ...Array.from({ length: 19 }, () => owing("2026-11-28"))];
  const oldest = [owing("2026-07-28", { frequency: "yearly" })];
  const { overdue } = addDue(addDue(empty, page, today), oldest, today);
  expect(overdue.count).toBe(22);
  expect(overdue.first.map(({ period }) => period)).toEqual([
    "2026-07-28",
    "2026-09-28",
    ...Array.from({ length: 18 }, () => "2026-11-28"),
  ]);
});
