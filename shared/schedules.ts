/** The schedules of a stage, by the names that commands and tests use. */
export type ScheduleName =
  | "daily-run"
  | "message-retry"
  | "paybill-compare"
  | "paybill-pull"
  | "probe"
  | "retention";

/** A schedule's name on AWS, which is unique in the region. */
export const scheduleName = (stackName: string, schedule: ScheduleName) => `${stackName}-${schedule}`;
