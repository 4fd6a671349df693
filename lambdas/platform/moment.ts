import { type Day, dayAt } from "../../shared/day.ts";

/** When the work began. All work for one request, schedule or queued job uses this instead of the clock. */
export type Moment = { now: string; today: Day };

export const momentAt = (epochMilliseconds: number): Moment => ({
  now: new Date(epochMilliseconds).toISOString(),
  today: dayAt(epochMilliseconds),
});
