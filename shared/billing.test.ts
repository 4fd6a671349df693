import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  changeBilling,
  datesUntil,
  firstBillingDate,
  followingDate,
  isOnSchedule,
  monthlyCents,
  monthsOf,
  occurrence,
  renewalState,
  startBilling,
  yearlyCents,
} from "./billing.ts";
import { addDays, dayAt, daysBetween, endOfMonth } from "./day.ts";
import { Frequency } from "./subscriptions.ts";

const day = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2090-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const frequency = fc.constantFrom(...Frequency.options);
const schedule = fc.record({ anchor: day, frequency });
const lastDayOf = (date: string) => Number(endOfMonth(date).slice(8));
const dayOf = (date: string) => Number(date.slice(8));
const monthIndex = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/** Calendar arithmetic must not depend on where the machine believes it is. */
describe.each(["UTC", "Africa/Nairobi", "Pacific/Kiritimati", "America/St_Johns", "America/Los_Angeles"])(
  "billing dates on a machine in %s",
  (zone) => {
    let before: string | undefined;
    beforeEach(() => {
      before = process.env.TZ;
      process.env.TZ = zone;
    });
    afterEach(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });

    test("every occurrence keeps the anchor's day, or the month's last where it has none such", () => {
      fc.assert(
        fc.property(schedule, fc.nat(400), (given, k) => {
          const date = occurrence(given, k);
          expect(monthIndex(date)).toBe(monthIndex(given.anchor) + k * monthsOf[given.frequency]);
          expect(dayOf(date)).toBe(Math.min(dayOf(given.anchor), lastDayOf(date)));
        }),
      );
    });

    test("renewing k times lands on occurrence k: the date never drifts", () => {
      fc.assert(
        fc.property(schedule, fc.integer({ min: 1, max: 40 }), (given, times) => {
          let date = given.anchor;
          for (let k = 1; k <= times; k += 1) {
            const next = followingDate(given, date);
            expect(next > date).toBe(true);
            date = next;
          }
          expect(date).toBe(occurrence(given, times));
        }),
      );
    });

    test("the first billing date is the earliest occurrence after the anchor that is today or later", () => {
      fc.assert(
        fc.property(schedule, day, (given, today) => {
          const first = firstBillingDate(given, today);
          expect(first > given.anchor && first >= today).toBe(true);
          const earlier = [...datesUntil(given, given.anchor, first)].slice(1, -1);
          expect(earlier.every((date) => date < today)).toBe(true);
          expect(isOnSchedule(given, first)).toBe(true);
        }),
      );
    });

    test("a typed date off the schedule becomes the anchor, one on it does not", () => {
      fc.assert(
        fc.property(schedule, day, day, ({ anchor, frequency }, typed, today) => {
          const wanted = { start_date: anchor, frequency, next_billing_date: typed };
          const billing = startBilling(wanted, today);
          expect(billing.next_billing_date).toBe(typed);
          const expected = isOnSchedule({ anchor, frequency }, typed) ? anchor : typed;
          expect(billing.billing_anchor).toBe(expected);
          const onward = { anchor: billing.billing_anchor, frequency };
          expect(isOnSchedule(onward, typed)).toBe(true);
        }),
      );
    });

    test("an edit that changes neither start, frequency nor date changes no billing, however often", () => {
      fc.assert(
        fc.property(schedule, day, day, fc.boolean(), ({ anchor, frequency }, today, later, renewed) => {
          const billing = startBilling({ start_date: anchor, frequency }, today);
          const wanted = { start_date: anchor, frequency };
          expect(changeBilling(billing, wanted, renewed, later)).toEqual(billing);
          const withDate = { ...wanted, next_billing_date: billing.next_billing_date };
          expect(changeBilling(billing, withDate, renewed, later)).toEqual(billing);
        }),
      );
    });

    test("whatever is edited, the next date lies on the schedule of its anchor", () => {
      const edit = fc.record({
        start_date: day,
        frequency,
        next_billing_date: fc.option(day, { nil: undefined }),
      });
      fc.assert(
        fc.property(schedule, edit, fc.boolean(), day, ({ anchor, frequency }, wanted, renewed, today) => {
          const billing = startBilling({ start_date: anchor, frequency }, today);
          const after = changeBilling(billing, wanted, renewed, today);
          const onward = { anchor: after.billing_anchor, frequency: after.frequency };
          expect(isOnSchedule(onward, after.next_billing_date)).toBe(true);
        }),
      );
    });

    // RFC 5545, 3.3.10 leaves out invalid days; billing clamps them instead, as RFC 7529 does with SKIP=BACKWARD.
    test.each([
      // Stripe, "Set the billing cycle anchor": monthly from 31 January bills on 28 (29) February, 31 March, 30 April.
      ["2026-01-31", "monthly", ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30"]],
      ["2024-01-31", "monthly", ["2024-02-29", "2024-03-31", "2024-04-30"]],
      ["2026-01-30", "monthly", ["2026-02-28", "2026-03-30", "2026-04-30"]],
      ["2025-11-30", "quarterly", ["2026-02-28", "2026-05-30", "2026-08-30", "2026-11-30"]],
      ["2025-08-31", "semi-annual", ["2026-02-28", "2026-08-31", "2027-02-28", "2027-08-31", "2028-02-29"]],
      // RFC 5545's leap day rule, clamped: 29 February each year.
      ["2024-02-29", "yearly", ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29", "2029-02-28"]],
      ["2026-12-31", "monthly", ["2027-01-31", "2027-02-28"]],
    ] as const)("from %s %s", (anchor, frequency, dates) => {
      const given = { anchor, frequency };
      expect(dates.map((_, index) => occurrence(given, index + 1))).toEqual(dates);
      let date: string = anchor;
      expect(dates.map(() => (date = followingDate(given, date)))).toEqual(dates);
    });

    test("an old subscription typed in today is due next, not years ago", () => {
      const wanted = { start_date: "2019-03-31", frequency: "monthly" } as const;
      expect(startBilling(wanted, "2026-02-10").next_billing_date).toBe("2026-02-28");
      expect(startBilling(wanted, "2026-02-28").next_billing_date).toBe("2026-02-28");
      expect(startBilling(wanted, "2026-03-01").next_billing_date).toBe("2026-03-31");
    });

    test("something that starts in the future is first billed one period after its start", () => {
      const wanted = { start_date: "2027-01-31", frequency: "monthly" } as const;
      expect(startBilling(wanted, "2026-02-10").next_billing_date).toBe("2027-02-28");
    });

    test("with a renewal on record a new frequency counts from the day that is paid up to", () => {
      const billing = startBilling({ start_date: "2026-01-15", frequency: "monthly" }, "2026-03-01");
      const wanted = { start_date: "2026-01-15", frequency: "yearly" } as const;
      expect(changeBilling(billing, wanted, true, "2026-03-02")).toMatchObject({
        billing_anchor: "2026-03-15",
        next_billing_date: "2026-03-15",
      });
      expect(changeBilling(billing, wanted, false, "2026-03-02")).toMatchObject({
        billing_anchor: "2026-01-15",
        next_billing_date: "2027-01-15",
      });
    });

    test("the day in Nairobi turns at 21:00 UTC", () => {
      expect(dayAt(Date.parse("2026-12-31T20:59:59.999Z"))).toBe("2026-12-31");
      expect(dayAt(Date.parse("2026-12-31T21:00:00Z"))).toBe("2027-01-01");
    });
  },
);

describe("renewal state", () => {
  const today = "2026-12-24";
  const on = (next_billing_date: string, status: "active" | "paused" | "inactive" = "active") =>
    renewalState({ status, next_billing_date }, today);

  test.each([
    ["2026-12-23", { name: "overdue", days: 1 }],
    ["2026-11-24", { name: "overdue", days: 30 }],
    ["2026-12-24", { name: "due-soon", days: 0 }],
    ["2026-12-31", { name: "due-soon", days: 7 }],
    ["2027-01-01", { name: "none" }],
  ])("due %s", (date, state) => expect(on(date)).toEqual(state));

  test("only active subscriptions are overdue or due soon", () => {
    expect(on("2026-01-01", "paused")).toEqual({ name: "none" });
    expect(on("2026-12-25", "inactive")).toEqual({ name: "none" });
  });

  test("distance is the calendar's, over every kind of year", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -3000, max: 3000 }), (from, days) => {
        expect(daysBetween(from, addDays(from, days))).toBe(days);
      }),
    );
  });
});

test("recurring revenue brings every frequency to one month and one year", () => {
  const cents = { monthly: 100_00, quarterly: 300_00, "semi-annual": 600_00, yearly: 1200_00 };
  expect(monthlyCents(cents)).toBe(400_00);
  expect(yearlyCents(cents)).toBe(4800_00);
  expect(monthlyCents({ yearly: 100_00 })).toBe(8_33);
});
