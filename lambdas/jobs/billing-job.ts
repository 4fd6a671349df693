import type { SQSRecord } from "aws-lambda";
import { JOB_ATTEMPTS } from "../../shared/job-queue.ts";
import { continueImport, failImport } from "../imports/work.ts";
import { continueAccount } from "../ledger/bring-up-to-date.ts";
import { recordChosen } from "../ledger/record-chosen.ts";
import { systemContext } from "../platform/change-context.ts";
import { logFailure } from "../platform/log.ts";
import { queueHandler } from "../platform/queue-handler.ts";
import { BillingJob, momentOf, settle } from "../stores/outbox-store.ts";

/** Does what requests had no time or room for. A job that fails goes back to the queue. */
export const handler = queueHandler(attempt);

async function attempt(record: SQSRecord): Promise<void> {
  try {
    await work(record);
    await settle(record);
  } catch (error) {
    logFailure("billing job not done", error, { message_id: record.messageId });
    throw error;
  }
}

async function work(record: SQSRecord): Promise<void> {
  const job = BillingJob.parse(JSON.parse(record.body));
  if (job.work === "import") return await importOrFail(job, record.attributes);
  const moment = momentOf(record, job);
  if (job.work === "account") await continueAccount(job.client_id, systemContext(moment));
  else for (const id of job.ids) await recordChosen(id, { ...moment, actor: job.by, screen: job.screen });
}

/** The last failed attempt says so, so that people can continue the import or undo it. */
async function importOrFail({ id, at }: { id: string; at: string }, attributes: SQSRecord["attributes"]) {
  const isLastAttempt = Number(attributes.ApproximateReceiveCount) >= JOB_ATTEMPTS;
  try {
    await continueImport(id, { at, isLastAttempt });
  } catch (error) {
    if (isLastAttempt) await failImport(id);
    throw error;
  }
}
