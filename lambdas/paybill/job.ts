import type { SQSRecord } from "aws-lambda";
import { systemContext } from "../platform/change-context.ts";
import { logFailure } from "../platform/log.ts";
import { momentAt } from "../platform/moment.ts";
import { queueHandler } from "../platform/queue-handler.ts";
import { checkPrompt } from "./check-prompt.ts";
import { ask, bookAnnounced } from "./confirm.ts";
import { PaybillJob } from "./queue.ts";

/** Does what follows a callback. A job that fails goes back to the queue. */
export const handler = queueHandler(attempt);

async function attempt({ body, messageId }: SQSRecord): Promise<void> {
  try {
    const job = PaybillJob.parse(JSON.parse(body));
    const context = systemContext(momentAt(Date.parse(job.at)));
    if (job.work === "prompt") await checkPrompt(job, context);
    else await (job.work === "ask" ? ask : bookAnnounced)(job.code, context);
  } catch (error) {
    logFailure("paybill job not done", error, { message_id: messageId });
    throw error;
  }
}
