import type { SQSRecord } from "aws-lambda";
import { checkPrompt } from "../paybill/check-prompt.ts";
import { ask, bookAnnounced } from "../paybill/confirm.ts";
import { systemContext } from "../platform/change-context.ts";
import { logFailure } from "../platform/log.ts";
import { queueHandler } from "../platform/queue-handler.ts";
import { momentOf, PaybillJob, settle } from "../stores/outbox-store.ts";

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
