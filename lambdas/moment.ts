import { type Day, dayAt } from "../shared/day.ts";

/** When the work began: the one clock of everything that is done for a request, a schedule or a queued job. */
export type Moment = { now: string; today: Day };

export const momentAt = (epochMilliseconds: number): Moment => ({
  now: new Date(epochMilliseconds).toISOString(),
  today: dayAt(epochMilliseconds),
});
