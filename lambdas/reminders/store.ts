import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { Day } from "../../shared/day.ts";
import type { Reminder, ReminderKind } from "../../shared/notifications.ts";
import { conditionFailed, database, table } from "../database.ts";
import type { Moment } from "../http.ts";

/** What a reminder is about; no two are sent for the same one. */
export type Subject = { subscription_id: string; period: Day; kind: ReminderKind };

const keyOf = ({ subscription_id, period, kind }: Subject) => ({
  subscription_id,
  period_kind: `${period}#${kind}`,
});

/** For how long one sender has a reminder to itself; whoever finds it claimed for longer takes it over. */
const leaseMilliseconds = 120_000;

/**
 * Claims a reminder for sending. False when it was sent already, or somebody is sending it.
 * What failed or was skipped before may be claimed again: the reason may have passed.
 */
export async function claim(subject: Subject, { now, today }: Moment): Promise<boolean> {
  // Leases are measured by the machine's clock, whatever day the business has.
  const clock = Date.now();
  const claimed: Reminder = {
    ...subject,
    state: "claimed",
    lease_until: new Date(clock + leaseMilliseconds).toISOString(),
    day: today,
    at: now,
  };
  try {
    await database.send(
      new PutCommand({
        TableName: table("reminders"),
        Item: { ...keyOf(subject), ...claimed },
        ConditionExpression:
          "attribute_not_exists(subscription_id) OR #state IN (:failed, :skipped) OR (#state = :claimed AND lease_until < :clock)",
        ExpressionAttributeNames: { "#state": "state" },
        ExpressionAttributeValues: {
          ":failed": "failed",
          ":skipped": "skipped",
          ":claimed": "claimed",
          ":clock": new Date(clock).toISOString(),
        },
      }),
    );
    return true;
  } catch (error) {
    if (conditionFailed(error)) return false;
    throw error;
  }
}

export type Outcome =
  | { state: "sent"; message_id: string }
  | { state: "skipped"; reason: string }
  | { state: "failed"; reason: string };

/** Writes down what became of a claimed reminder. */
export async function record(subject: Subject, outcome: Outcome, { now, today }: Moment): Promise<void> {
  const facts = Object.entries({ ...outcome, day: today, at: now });
  await database.send(
    new UpdateCommand({
      TableName: table("reminders"),
      Key: keyOf(subject),
      UpdateExpression: `SET ${facts.map((_, index) => `#f${index} = :f${index}`).join(", ")} REMOVE lease_until`,
      ConditionExpression: "#state = :claimed",
      ExpressionAttributeNames: {
        "#state": "state",
        ...Object.fromEntries(facts.map(([name], index) => [`#f${index}`, name])),
      },
      ExpressionAttributeValues: {
        ":claimed": "claimed",
        ...Object.fromEntries(facts.map(([, value], index) => [`:f${index}`, value])),
      },
    }),
  );
}
