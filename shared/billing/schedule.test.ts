import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Day, dayAt, endOfMonth, LAST_DAY } from "../day.ts";
import { Frequency } from "../subscriptions/subscription.ts";
import { startBilling } from "./next-billing-date.ts";
import {
  firstBillingDate,
  isOnSchedule,
  MONTHS_BY_FREQUENCY,
  nextOccurrence,
  occurrence,
  occurrencesUntil,
} from "./schedule.ts";

const day = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2090-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const frequency = fc.constantFrom(...Frequency.options);
const schedule = fc.record({ anchor: day, frequency });
const lastDayOf = (date: string) => Number(endOfMonth(date).slice(8));
const dayOf = (date: string) => Number(date.slice(8));
const _paymentOf = (period: Day) => ({ period, paid_on: period, reference: "QK12" });
const monthIndex = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

/** Calendar arithmetic must not depend on the time zone of the machine. */
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

    test("every occurrence keeps the anchor's day, or the last day of a shorter month", () => {
      fc.assert(
        fc.property(schedule, fc.nat(400), (drawn, k) => {
          const date = occurrence(drawn, k);
          const month = monthIndex(drawn.anchor) + k * MONTHS_BY_FREQUENCY[drawn.frequency];
          if (month > monthIndex(LAST_DAY)) {
            expect(date).toBeUndefined();
            return;
          }
          expect(monthIndex(date ?? "")).toBe(month);
          expect(dayOf(date ?? "")).toBe(Math.min(dayOf(drawn.anchor), lastDayOf(date ?? "")));
        }),
      );
    });

    test("renewing k times lands on occurrence k: the date never drifts", () => {
      fc.assert(
        fc.property(schedule, fc.integer({ min: 1, max: 40 }), (drawn, times) => {
          let date: Day | undefined = drawn.anchor;
          for (let k = 1; k <= times && date !== undefined; k += 1) {
            const next = nextOccurrence(drawn, date);
            expect(next === undefined || next > date).toBe(true);
            date = next;
          }
          expect(date).toBe(occurrence(drawn, times));
        }),
      );
    });

    test("the first billing date is the earliest occurrence after the anchor that is today or later", () => {
      fc.assert(
        fc.property(schedule, day, (drawn, today) => {
          const first = firstBillingDate(drawn, today) ?? LAST_DAY;
          expect(first > drawn.anchor && first >= today).toBe(true);
          const earlier = [...occurrencesUntil(drawn, drawn.anchor, first)].slice(1, -1);
          expect(earlier.every((date) => date < today)).toBe(true);
          expect(isOnSchedule(drawn, first)).toBe(true);
        }),
      );
    });

    test("a typed date off the schedule becomes the anchor, one on it does not", () => {
      fc.assert(
        fc.property(schedule, day, day, ({ anchor, frequency }, typed, today) => {
          const wanted = { start_date: anchor, frequency, next_billing_date: typed };
          const billing = startBilling(wanted, today);
          expect(billing.next_billing_date).toBe(typed);
          const onward = { anchor: billing.billing_anchor, frequency };
          expect(isOnSchedule(onward, typed)).toBe(true);
          if (isOnSchedule({ anchor, frequency }, typed)) expect(billing.billing_anchor).toBe(anchor);
          // The last day of a shorter month stands for the original day, which the schedule keeps.
          else if (typed === endOfMonth(typed) && dayOf(typed) < dayOf(anchor))
            expect(billing.billing_day ?? dayOf(billing.billing_anchor)).toBe(dayOf(anchor));
          else expect(billing.billing_anchor).toBe(typed);
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
      const schedule = { anchor, frequency };
      expect(dates.map((_, index) => occurrence(schedule, index + 1))).toEqual(dates);
      let date: Day | undefined = anchor;
      expect(dates.map(() => (date = nextOccurrence(schedule, date ?? "")))).toEqual(dates);
    });

    test("a new record of an old subscription is due next, not years ago", () => {
      const wanted = { start_date: "2019-03-31", frequency: "monthly" } as const;
      expect(startBilling(wanted, "2026-02-10").next_billing_date).toBe("2026-02-28");
      expect(startBilling(wanted, "2026-02-28").next_billing_date).toBe("2026-02-28");
      expect(startBilling(wanted, "2026-03-01").next_billing_date).toBe("2026-03-31");
    });

    test("a subscription that starts in the future is first billed one period after its start", () => {
      const wanted = { start_date: "2027-01-31", frequency: "monthly" } as const;
      expect(startBilling(wanted, "2026-02-10").next_billing_date).toBe("2027-02-28");
    });

    test("a new day starts in Nairobi at 21:00 UTC", () => {
      expect(dayAt(Date.parse("2026-12-31T20:59:59.999Z"))).toBe("2026-12-31");
      expect(dayAt(Date.parse("2026-12-31T21:00:00Z"))).toBe("2027-01-01");
    });
  },
);
