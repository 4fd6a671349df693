import { addDays, type Day } from "../../shared/day.ts";
import {
  DELIVERABILITY_DAYS,
  type Deliverability,
  type ReminderState,
  wasSent,
} from "../../shared/reminders/reminder.ts";
import { queryPages } from "../platform/dynamo/database.ts";
import { deliveryRanks } from "./email-claims.ts";
import { emailsOfDay } from "./send-log.ts";

const DAYS_AT_A_TIME = 10;

/** How many emails of the last days were sent, bounced and marked as spam. Reads only their states. */
export async function deliverability(today: Day): Promise<Deliverability> {
  const days = Array.from({ length: DELIVERABILITY_DAYS }, (_, back) => addDays(today, -back));
  const counts = { sent: 0, bounced: 0, complained: 0 };
  while (days.length > 0)
    await Promise.all(
      days.splice(0, DAYS_AT_A_TIME).map(async (day) => {
        for await (const { state, delivery_rank } of deliveriesOf(day)) {
          if (!wasSent(state)) continue;
          counts.sent += 1;
          if (state === "complained") counts.complained += 1;
          // A temporary bounce, such as a full mailbox, does not count.
          if (state === "bounced" && delivery_rank === deliveryRanks.bounced) counts.bounced += 1;
        }
      }),
    );
  return { ...counts, from: addDays(today, 1 - DELIVERABILITY_DAYS), to: today };
}

type Delivery = { state: ReminderState; delivery_rank?: number };

async function* deliveriesOf(day: Day): AsyncGenerator<Delivery> {
  const { ExpressionAttributeNames, ...query } = emailsOfDay(day);
  const pages = queryPages("reminders", {
    ...query,
    FilterExpression: "attribute_not_exists(same_email)",
    ProjectionExpression: "#state, delivery_rank",
    ExpressionAttributeNames: { ...ExpressionAttributeNames, "#state": "state" },
  });
  for await (const items of pages) yield* items as Delivery[];
}
