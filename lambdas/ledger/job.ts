import type { SQSRecord } from "aws-lambda";
import { JOB_ATTEMPTS } from "../../shared/job-queue.ts";
import { continueImport, failImport } from "../imports/work.ts";
import { systemContext } from "../platform/change-context.ts";
import { logFailure } from "../platform/log.ts";
import { momentAt } from "../platform/moment.ts";
import { queueHandler } from "../platform/queue-handler.ts";
import { continueAccount } from "./bring-up-to-date.ts";
import { BillingJob } from "./queue.ts";
import { recordChosen } from "./record-chosen.ts";

/** Does what requests had no time or room for. A job that fails goes back to the queue. */
export const handler = queueHandler(attempt);

async function attempt({ body, messageId, attributes }: SQSRecord): Promise<void> {
  try {
    const job = BillingJob.parse(JSON.parse(body));
    if (job.work === "import") return await importOrFail(job, attributes);
    const moment = momentAt(Date.parse(job.at));
    if (job.work === "account") await continueAccount(job.client_id, systemContext(moment));
    else for (const id of job.ids) await recordChosen(id, { ...moment, actor: job.by, screen: job.screen });
  } catch (error) {
    logFailure("billing job not done", error, { message_id: messageId });
    throw error;
  }
}

/** The last failed attempt says so, so that people can continue the import or undo it. */
async function importOrFail({ id, at }: { id: string; at: string }, attributes: SQSRecord["attributes"]) {
  const isLastAttempt = Number(attributes.ApproximateReceiveCount) >= JOB_ATTEMPTS;
  try {
    await continueImport(id, at, isLastAttempt);
  } catch (error) {
    if (isLastAttempt) await failImport(id);
    throw error;
  }
}
