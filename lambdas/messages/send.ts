import { BatchProcessor, EventType } from "@aws-lambda-powertools/batch";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import { contactEmail } from "../../shared/emails/contact-message.ts";
import type { Message } from "../../shared/messages.ts";
import { variable } from "../environment.ts";
import { logFailure } from "../log.ts";
import { UnreadableRow } from "../rows.ts";
import { sendEmail, sesErrorOf } from "../ses.ts";
import * as settings from "../settings/store.ts";
import { replyAddress } from "./reply-address.ts";
import * as store from "./store.ts";

const processor = new BatchProcessor(EventType.SQS);

/** Sends stored messages to the company; those that could not be sent come back to the queue. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  processor.register(Records, attempt, { processInParallel: false, throwOnFullBatchFailure: false });
  await processor.process();
  return processor.response();
}

async function attempt({ body: id }: SQSRecord): Promise<void> {
  try {
    await send(id);
  } catch (error) {
    logFailure("message not sent", error, { id });
    // Asking again at once would not mend it: the retry that runs every few minutes looks again.
    if (!(error instanceof UnreadableRow)) throw error;
  }
}

async function send(id: string): Promise<void> {
  const held = await store.claim(id);
  if (held.claim !== "mine") return;
  const message = await store.get(id);
  if (!message) return;
  const mailId = await toCompany(message).catch(async (error) => {
    // Where only the answer got lost, an event of SES tells (reminders/delivery.ts) while the claim lasts.
    if (sesErrorOf(error) !== "unknown") await store.release(id, held.owner);
    throw error;
  });
  await store.setMailed(id, mailId);
}

async function toCompany(message: Message): Promise<string> {
  const { company_email } = await settings.get();
  const replyTo = replyAddress(message.email);
  const email = contactEmail({ ...message, answerable: replyTo !== undefined });
  // Until the company has entered its address in the settings, messages go to the one it was deployed with.
  return sendEmail(email, company_email || variable("COMPANY_EMAIL"), {
    replyTo,
    tags: { message: message.id },
  });
}
