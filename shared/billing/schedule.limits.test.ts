import { describe, expect, test } from "vitest";
import { addDays, addMonths, type Day, endOfMonth, LAST_DAY, StoredDay } from "../day.ts";
import { changeBilling, freeBilling, renewBilling, startBilling } from "./next-billing-date.ts";
import { firstBillingDate, isOnSchedule, nextOccurrence, occurrence, occurrencesUntil } from "./schedule.ts";

const paymentOf = (period: Day) => ({ period, paid_on: period, reference: "QK12" });

describe("an unknown frequency", () => {
  const weekly = { anchor: "2026-12-01", frequency: "weekly" };
  const current = {
    start_date: "2026-12-01",
    frequency: "weekly",
    billing_anchor: "2026-12-01",
    next_billing_date: "2026-12-29",
  };

  test("has no dates", () => {
    expect(occurrence(weekly, 0)).toBeUndefined();
    expect(nextOccurrence(weekly, "2026-12-29")).toBeUndefined();
    expect([...occurrencesUntil(weekly, "2026-12-29", "2027-12-31")]).toEqual([]);
    expect(() => renewBilling(current, "2026-12-29", undefined)).toThrow(
      "does not know the billing frequency",
    );
  });

  test("keeps the date until a known frequency is chosen", () => {
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

describe("the end of the calendar", () => {
  const beyond = ["+010000-12-31", "9999-12-31", "2100-01-01"];

  test("no arithmetic gives a later day, from any day", () => {
    for (const from of [LAST_DAY, ...beyond]) {
      expect(addDays(from, 31)).toBe(LAST_DAY);
      expect(addMonths(from, 12)).toBe(LAST_DAY);
      expect(endOfMonth(from)).toBe(LAST_DAY);
    }
    expect(addMonths("2099-11-30", 1)).toBe("2099-12-30");
    expect(addMonths("2099-11-30", 2)).toBe(LAST_DAY);
  });

  test("a schedule has no later date, and every search stops", () => {
    const yearly = { anchor: "2098-06-15", frequency: "yearly" } as const;
    expect(occurrence(yearly, 1)).toBe("2099-06-15");
    expect(occurrence(yearly, 2)).toBeUndefined();
    expect(nextOccurrence(yearly, "2099-06-15")).toBeUndefined();
    expect([...occurrencesUntil(yearly, "2098-06-15", LAST_DAY)]).toEqual(["2098-06-15", "2099-06-15"]);
    const monthly = { anchor: "2099-10-31", frequency: "monthly" } as const;
    expect([...occurrencesUntil(monthly, "2099-10-31", LAST_DAY)]).toEqual([
      ...["2099-10-31", "2099-11-30", LAST_DAY],
    ]);
    for (const from of beyond) {
      const schedule = { anchor: from, frequency: "monthly" } as const;
      expect(nextOccurrence(schedule, from)).toBeUndefined();
      expect(firstBillingDate(schedule, "2026-12-24")).toBeUndefined();
      expect([...occurrencesUntil(schedule, from, LAST_DAY)]).toEqual([]);
      expect(isOnSchedule(yearly, from)).toBe(false);
    }
  });

  test("creating, editing and renewing after it fail with a sentence", () => {
    const wanted = { start_date: "2099-02-10", frequency: "yearly" } as const;
    const refusal = "Billing dates end at 2099-12-31, and the next one would be later.";
    expect(() => startBilling(wanted, "2026-12-24")).toThrow(refusal);
    const monthly = startBilling({ ...wanted, frequency: "monthly" }, "2026-12-24");
    expect(() => changeBilling(monthly, wanted, [], "2026-12-24")).toThrow(refusal);
    const last = startBilling({ ...wanted, next_billing_date: LAST_DAY }, "2026-12-24");
    expect(() => renewBilling(last, LAST_DAY, undefined)).toThrow(refusal);
    expect(changeBilling(last, wanted, [paymentOf(LAST_DAY)], "2026-12-24")).toEqual(last);
  });

  test("a later stored day is read as the last day, and other text is refused", () => {
    for (const day of beyond) expect(StoredDay.parse(day)).toBe(LAST_DAY);
    expect(StoredDay.parse("2026-12-24")).toBe("2026-12-24");
    expect(StoredDay.safeParse("soon").success).toBe(false);
  });
});

describe("the date of a free subscription", () => {
  const of = (next_billing_date: string, frequency = "monthly") => ({
    start_date: "2026-01-31",
    billing_anchor: "2026-01-31",
    frequency,
    next_billing_date,
  });
  const moved = (from: string, today: string, frequency?: string) =>
    freeBilling(of(from, frequency), today).next_billing_date;

  test("moves to the first occurrence that is today or later, counted from the anchor", () => {
    expect(moved("2026-02-28", "2026-03-31")).toBe("2026-03-31");
    expect(moved("2026-02-28", "2026-04-01")).toBe("2026-04-30");
    expect(moved("2026-01-31", "2027-02-01", "yearly")).toBe("2028-01-31");
  });

  test("stays if it is today or later, at the end of the calendar, and for an unknown frequency", () => {
    for (const day of ["2026-12-31", "2027-01-31"]) expect(moved(day, "2026-12-31")).toBe(day);
    expect(moved("2099-12-30", LAST_DAY, "yearly")).toBe("2099-12-30");
    expect(moved("2026-02-28", "2026-12-24", "weekly")).toBe("2026-02-28");
  });
});
