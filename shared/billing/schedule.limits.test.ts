import { describe, expect, test } from "vitest";
import { addDays, addMonths, endOfMonth, LAST_DAY } from "../day.ts";
import { startBilling } from "./next-billing-date.ts";
import { firstBillingDate, isOnSchedule, nextOccurrence, occurrence, occurrencesUntil } from "./schedule.ts";

describe("an unknown frequency", () => {
  const weekly = { anchor: "2026-12-01", frequency: "weekly" };
  test("has no dates", () => {
    expect(occurrence(weekly, 0)).toBeUndefined();
    expect(nextOccurrence(weekly, "2026-12-29")).toBeUndefined();
    expect([...occurrencesUntil(weekly, "2026-12-29", "2027-12-31")]).toEqual([]);
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
      "2099-10-31",
      "2099-11-30",
      LAST_DAY,
    ]);
    for (const from of beyond) {
      const schedule = { anchor: from, frequency: "monthly" } as const;
      expect(nextOccurrence(schedule, from)).toBeUndefined();
      expect(firstBillingDate(schedule, "2026-12-24")).toBeUndefined();
      expect([...occurrencesUntil(schedule, from, LAST_DAY)]).toEqual([]);
      expect(isOnSchedule(yearly, from)).toBe(false);
    }
  });

  test("creating after it fails with a sentence", () => {
    expect(() => startBilling({ start_date: "2099-02-10", frequency: "yearly" }, "2026-12-24")).toThrow(
      "Billing dates end at Dec 31, 2099, and the next one would be later.",
    );
  });
});
