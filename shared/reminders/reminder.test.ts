import { expect, test } from "vitest";
import { addDays } from "../day.ts";
import { unsavedSettings } from "../settings/settings.ts";
import {
  daysAfter,
  daysBefore,
  firstSendDay,
  type ScheduledKind,
  scheduledKind,
  scheduledKinds,
} from "./reminder.ts";

const period = "2027-01-31";
const kindsOver = (days: Parameters<typeof scheduledKind>[2], first = -70, last = 40) => {
  const starts: [number, string | undefined][] = [];
  for (let distance = first; distance <= last; distance += 1) {
    const kind = scheduledKind(period, addDays(period, distance), days);
    if (kind !== starts.at(-1)?.[1]) starts.push([distance, kind]);
  }
  return starts;
};

test("by default reminders go out 7 days before and the day after", () => {
  expect(kindsOver(unsavedSettings)).toEqual([
    [-7, "upcoming"],
    [1, "overdue"],
  ]);
});

test("each day has its own kind, which starts on that day", () => {
  const all = { remind_before: daysBefore, remind_after: daysAfter, repeat_overdue_days: 14 };
  const starts = kindsOver(all);
  expect(starts.map(([, kind]) => kind)).toEqual(scheduledKinds);
  for (const [distance, kind] of starts)
    expect(firstSendDay(kind as ScheduledKind, period)).toBe(addDays(period, distance));
});

test("an overdue period gets no upcoming reminder, and the other way round", () => {
  expect(kindsOver({ remind_before: [3], remind_after: [], repeat_overdue_days: 14 })).toEqual([
    [-3, "upcoming-3"],
    [1, undefined],
  ]);
  expect(kindsOver({ remind_before: [], remind_after: [14], repeat_overdue_days: 14 })).toEqual([
    [14, "overdue-14"],
  ]);
});
