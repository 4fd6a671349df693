import { BatchProcessor, EventType } from "@aws-lambda-powertools/batch";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { systemContext } from "../platform/change-context.ts";
import { logFailure } from "../platform/log.ts";
import { momentAt } from "../platform/moment.ts";
import { checkPrompt } from "./check-prompt.ts";
import { ask, bookAnnounced } from "./confirm.ts";
import { PaybillJob } from "./queue.ts";

const processor = new BatchProcessor(EventType.SQS);

/** Does what follows a callback. A job that fails goes back to the queue. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  processor.register(Records, attempt, { processInParallel: false, throwOnFullBatchFailure: false });
  await processor.process();
  return processor.response();
}

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
