import { domainToASCII } from "node:url";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import { contactEmail } from "../../shared/emails/to-company.ts";
import type { Message } from "../../shared/messages.ts";
import { isMailable } from "../../shared/text.ts";
import { logFailure } from "../log.ts";
import { send, troubleOf } from "../mail.ts";
import { UnreadableRow } from "../rows.ts";
import * as settings from "../settings/store.ts";
import * as store from "./store.ts";

/** Mails stored messages to the company; those that could not be mailed come back to the queue. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse["batchItemFailures"] = [];
  for (const { body, messageId } of event.Records) {
    try {
      await mail(body);
    } catch (error) {
      logFailure("message not mailed", error, { id: body });
      // Asking again at once would not mend it: the retry that runs every few minutes looks again.
      if (!(error instanceof UnreadableRow)) batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}

async function mail(id: string): Promise<void> {
  // Leases are measured by the machine's clock, not by the business's: they last as long whatever the day.
  if (!(await store.claim(id, Date.now()))) return;
  const message = await store.get(id);
  if (!message) return;
  const mailId = await deliver(message).catch(async (error) => {
    // Where only the answer got lost, the mail service's own event tells (see reminders/feedback.ts) while the claim lasts.
    if (troubleOf(error) !== "unknown") await store.release(id);
    throw error;
  });
  await store.setMailed(id, mailId);
}

async function deliver(message: Message): Promise<string> {
  const { company_email } = await settings.get();
  const replyTo = replyAddress(message.email);
  return send(
    contactEmail({ ...message, answerable: replyTo !== undefined }),
    company_email || companyEmail(),
    {
      replyTo,
      tags: { message: message.id },
    },
  );
}

/** Where messages go until the company has entered its address in the settings. */
function companyEmail(): string {
  const address = process.env.COMPANY_EMAIL;
  if (!address) throw new Error("This function was not given COMPANY_EMAIL.");
  return address;
}

/**
 * A visitor's address as the mail service takes it, with a domain like `münchen.de` in its ASCII form. Undefined for
 * what it does not take, such as a mailbox outside ASCII: that stands in the email only.
 */
function replyAddress(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const ascii = /^[\x21-\x7e]*$/.test(domain) ? domain : domainToASCII(domain);
  const address = `${email.slice(0, at)}@${ascii}`;
  return isMailable(address) ? address : undefined;
}
