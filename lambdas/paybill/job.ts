import type { SQSRecord } from "aws-lambda";
import { PaybillJob } from "../outbox/jobs.ts";
import { momentOf, settle } from "../outbox/store.ts";
import { systemContext } from "../platform/change-context.ts";
import { logFailure } from "../platform/log.ts";
import { queueHandler } from "../platform/queue-handler.ts";
import { checkPrompt } from "./check-prompt.ts";
import { ask, bookAnnounced } from "./confirm.ts";

/** Does what follows a callback. A job that fails goes back to the queue. */
export const handler = queueHandler(attempt);

async function attempt(record: SQSRecord): Promise<void> {
  try {
    const job = PaybillJob.parse(JSON.parse(record.body));
    const context = systemContext(momentOf(record, job));
    if (job.work === "prompt") await checkPrompt(job, context);
    else await (job.work === "ask" ? ask : bookAnnounced)(job.code, context);
    await settle(record);
  } catch (error) {
    logFailure("paybill job not done", error, { message_id: record.messageId });
    throw error;
  }
}
