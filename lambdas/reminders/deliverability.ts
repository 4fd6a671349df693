import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { addDays, type Day } from "../../shared/day.ts";
import {
  type Deliverability,
  deliverabilityDays,
  type ReminderState,
  wentOut,
} from "../../shared/reminders.ts";
import { database } from "../database.ts";
import { ranks } from "./ledger.ts";
import { ofDay } from "./send-log.ts";

/** So many days are looked at at the same time. */
const daysAtOnce = 10;

/** What became of the emails of the last days, of which nothing but their states is taken out of the ledger. */
export async function deliverability(today: Day): Promise<Deliverability> {
  const days = Array.from({ length: deliverabilityDays }, (_, back) => addDays(today, -back));
  const sum = { sent: 0, bounced: 0, complained: 0 };
  while (days.length > 0)
    await Promise.all(
      days.splice(0, daysAtOnce).map(async (day) => {
        for await (const fate of fatesOf(day)) {
          if (!wentOut(fate.state)) continue;
          sum.sent += 1;
          if (fate.state === "complained") sum.complained += 1;
          // What may pass, such as a full mailbox, counts for nobody.
          if (fate.state === "bounced" && fate.fate_rank === ranks.bounced) sum.bounced += 1;
        }
      }),
    );
  return { ...sum, from: addDays(today, 1 - deliverabilityDays), to: today };
}

type Fate = { state: ReminderState; fate_rank?: number };

async function* fatesOf(day: Day): AsyncGenerator<Fate> {
  const { ExpressionAttributeNames, ...query } = ofDay(day);
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await database.send(
      new QueryCommand({
        ...query,
        ExclusiveStartKey: from,
        ProjectionExpression: "#state, fate_rank",
        ExpressionAttributeNames: { ...ExpressionAttributeNames, "#state": "state" },
      }),
    );
    yield* Items as Fate[];
    from = LastEvaluatedKey;
  } while (from);
}
