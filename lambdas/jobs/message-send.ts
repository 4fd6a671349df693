import { domainToASCII } from "node:url";
import type { SQSRecord } from "aws-lambda";
import { contactEmail } from "../../shared/emails/contact-message.ts";
import { type Message, messageReference } from "../../shared/messages/message.ts";
import { isMailable } from "../../shared/text.ts";
import { UnreadableRow } from "../platform/dynamo/read-rows.ts";
import { sendEmail, sesErrorOf } from "../platform/email/ses.ts";
import { siteUrl, variable } from "../platform/environment.ts";
import { logFailure } from "../platform/log.ts";
import { queueHandler } from "../platform/queue-handler.ts";
import * as store from "../stores/message-store.ts";
import * as settings from "../stores/settings-store.ts";

/** Mails stored messages to the company. Those that fail go back to the queue. */
export const handler = queueHandler(attempt);

async function attempt({ body }: SQSRecord): Promise<void> {
  const id = String(JSON.parse(body));
  try {
    await send(id);
  } catch (error) {
    logFailure("message not sent", error, { id });
    // Do not retry now; the sweep of the outbox tries again.
    if (!(error instanceof UnreadableRow)) throw error;
  }
}

async function send(id: string): Promise<void> {
  const claimed = await store.claim(id);
  if (claimed.claim !== "mine") return;
  const message = await store.get(id);
  if (!message) return;
  const mailId = await mailToCompany(message).catch(async (error) => {
    // If only the response was lost, an SES event (delivery.ts) records it while the claim lasts.
    if (sesErrorOf(error) !== "unknown") await store.release(id, claimed.owner);
    throw error;
  });
  await store.setMailed(id, mailId);
}

async function mailToCompany(message: Message): Promise<string> {
  const { company_email } = await settings.get();
  const replyTo = replyAddress(message.email);
  const reference = messageReference(message.id);
  const email = contactEmail({ ...message, reference, canReply: replyTo !== undefined }, siteUrl());
  // Without an address in the settings, messages go to the one in the deployment.
  return sendEmail(email, company_email || variable("COMPANY_EMAIL"), {
    replyTo,
    tags: { message: message.id },
  });
}

/**
 * A visitor's address in the form that SES accepts: a domain like `münchen.de` becomes ASCII. Undefined if SES does
 * not accept it, such as a mailbox outside ASCII; then only the text of the email has it.
 */
function replyAddress(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  const asciiDomain = /^[\x21-\x7e]*$/.test(domain) ? domain : domainToASCII(domain);
  const address = `${email.slice(0, at)}@${asciiDomain}`;
  return isMailable(address) ? address : undefined;
}
