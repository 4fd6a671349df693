import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  BillingRefused,
  changeBilling,
  datesUntil,
  firstBillingDate,
  followingDate,
  isOnSchedule,
  monthsOf,
  occurrence,
  renewalState,
  renewBilling,
  startBilling,
} from "./billing.ts";
import { addDays, addMonths, type Day, dayAt, daysBetween, endOfMonth, lastDay, StoredDay } from "./day.ts";
import { monthlyCents, yearlyCents } from "./revenue.ts";
import { Frequency } from "./subscriptions.ts";

const day = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2090-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const frequency = fc.constantFrom(...Frequency.options);
const schedule = fc.record({ anchor: day, frequency });
const lastDayOf = (date: string) => Number(endOfMonth(date).slice(8));
const dayOf = (date: string) => Number(date.slice(8));
const paymentOf = (period: Day) => ({ period, paid_on: period, reference: "QK12" });
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
          const month = monthIndex(given.anchor) + k * monthsOf[given.frequency];
          if (month > monthIndex(lastDay)) {
            expect(date).toBeUndefined();
            return;
          }
          expect(monthIndex(date ?? "")).toBe(month);
          expect(dayOf(date ?? "")).toBe(Math.min(dayOf(given.anchor), lastDayOf(date ?? "")));
        }),
      );
    });

    test("renewing k times lands on occurrence k: the date never drifts", () => {
      fc.assert(
        fc.property(schedule, fc.integer({ min: 1, max: 40 }), (given, times) => {
          let date: Day | undefined = given.anchor;
          for (let k = 1; k <= times && date !== undefined; k += 1) {
            const next = followingDate(given, date);
            expect(next === undefined || next > date).toBe(true);
            date = next;
          }
          expect(date).toBe(occurrence(given, times));
        }),
      );
    });

    test("the first billing date is the earliest occurrence after the anchor that is today or later", () => {
      fc.assert(
        fc.property(schedule, day, (given, today) => {
          const first = firstBillingDate(given, today) ?? lastDay;
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
          const paid = renewed ? [paymentOf(anchor)] : [];
          expect(changeBilling(billing, wanted, paid, later)).toEqual(billing);
          const withDate = { ...wanted, next_billing_date: billing.next_billing_date };
          expect(changeBilling(billing, withDate, paid, later)).toEqual(billing);
        }),
      );
    });

    test("whatever is edited, the next date lies on the schedule of its anchor, after what is paid", () => {
      const edit = fc.record({
        start_date: day,
        frequency,
        next_billing_date: fc.option(day, { nil: undefined }),
      });
      fc.assert(
        fc.property(schedule, edit, fc.boolean(), day, ({ anchor, frequency }, wanted, renewed, today) => {
          const billing = startBilling({ start_date: anchor, frequency }, today);
          const paid = renewed ? paymentOf(addDays(billing.next_billing_date, -1)) : undefined;
          const { next_billing_date: typed } = wanted;
          if (paid && typed && typed <= paid.period) {
            expect(() => changeBilling(billing, wanted, paid ? [paid] : [], today)).toThrow(BillingRefused);
            return;
          }
          const after = changeBilling(billing, wanted, paid ? [paid] : [], today);
          const onward = { anchor: after.billing_anchor, frequency: after.frequency };
          expect(isOnSchedule(onward, after.next_billing_date)).toBe(true);
          expect(after.next_billing_date > (paid?.period ?? "")).toBe(true);
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
      let date: Day | undefined = anchor;
      expect(dates.map(() => (date = followingDate(given, date ?? "")))).toEqual(dates);
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
      expect(changeBilling(billing, wanted, [paymentOf("2026-02-15")], "2026-03-02")).toMatchObject({
        billing_anchor: "2026-03-15",
        next_billing_date: "2026-03-15",
      });
      expect(changeBilling(billing, wanted, [], "2026-03-02")).toMatchObject({
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

describe("a frequency that this version does not know", () => {
  const weekly = { anchor: "2026-12-01", frequency: "weekly" };
  const current = {
    ...{ start_date: "2026-12-01", frequency: "weekly", billing_anchor: "2026-12-01" },
    next_billing_date: "2026-12-29",
  };

  test("has no dates, and none is made up", () => {
    expect(occurrence(weekly, 0)).toBeUndefined();
    expect(followingDate(weekly, "2026-12-29")).toBeUndefined();
    expect([...datesUntil(weekly, "2026-12-29", "2027-12-31")]).toEqual([]);
    expect(() => renewBilling(current, "2026-12-29", undefined)).toThrow(
      "does not know the billing frequency",
    );
  });

  test("leaves the date alone, and gives way to one that is known", () => {
    expect(changeBilling(current, current, [], "2026-12-24")).toEqual(current);
    const monthly = changeBilling(
      current,
      { start_date: "2026-12-01", frequency: "monthly" },
      [],
      "2026-12-24",
    );
    expect(monthly.next_billing_date).toBe("2027-01-01");
  });
});

describe("where the calendar ends", () => {
  const beyond = ["+010000-12-31", "9999-12-31", "2100-01-01"];

  test("no arithmetic gives a later day, from whatever day it is asked", () => {
    for (const from of [lastDay, ...beyond]) {
      expect(addDays(from, 31)).toBe(lastDay);
      expect(addMonths(from, 12)).toBe(lastDay);
      expect(endOfMonth(from)).toBe(lastDay);
    }
    expect(addMonths("2099-11-30", 1)).toBe("2099-12-30");
    expect(addMonths("2099-11-30", 2)).toBe(lastDay);
  });

  test("a schedule has no date beyond, and asking for one comes to an end", () => {
    const yearly = { anchor: "2098-06-15", frequency: "yearly" } as const;
    expect(occurrence(yearly, 1)).toBe("2099-06-15");
    expect(occurrence(yearly, 2)).toBeUndefined();
    expect(followingDate(yearly, "2099-06-15")).toBeUndefined();
    expect([...datesUntil(yearly, "2098-06-15", lastDay)]).toEqual(["2098-06-15", "2099-06-15"]);
    const monthly = { anchor: "2099-10-31", frequency: "monthly" } as const;
    expect([...datesUntil(monthly, "2099-10-31", lastDay)]).toEqual([
      ...["2099-10-31", "2099-11-30", lastDay],
    ]);
    for (const from of beyond) {
      const schedule = { anchor: from, frequency: "monthly" } as const;
      expect(followingDate(schedule, from)).toBeUndefined();
      expect(firstBillingDate(schedule, "2026-12-24")).toBeUndefined();
      expect([...datesUntil(schedule, from, lastDay)]).toEqual([]);
      expect(isOnSchedule(yearly, from)).toBe(false);
    }
  });

  test("creating, editing and renewing beyond it are refused in a sentence", () => {
    const wanted = { start_date: "2099-02-10", frequency: "yearly" } as const;
    const refusal = "Billing dates end at 2099-12-31, and the next one would be later.";
    expect(() => startBilling(wanted, "2026-12-24")).toThrow(refusal);
    const monthly = startBilling({ ...wanted, frequency: "monthly" }, "2026-12-24");
    expect(() => changeBilling(monthly, wanted, [], "2026-12-24")).toThrow(refusal);
    const last = startBilling({ ...wanted, next_billing_date: lastDay }, "2026-12-24");
    expect(() => renewBilling(last, lastDay, undefined)).toThrow(refusal);
    expect(changeBilling(last, wanted, [paymentOf(lastDay)], "2026-12-24")).toEqual(last);
  });

  test("a stored day beyond is read as the last, and what is no day is not read", () => {
    for (const day of beyond) expect(StoredDay.parse(day)).toBe(lastDay);
    expect(StoredDay.parse("2026-12-24")).toBe("2026-12-24");
    expect(StoredDay.safeParse("soon").success).toBe(false);
  });
});

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
