import { randomUUID } from "node:crypto";
import { ACCOUNT, arn } from "../template/resource-names.ts";
import { parts } from "./address.ts";
import type { Outgoing } from "./send-email.ts";

/**
 * What SES publishes about an email that was sent with a configuration set.
 * @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export interface SesEvent {
  eventType: "Send" | "Delivery" | "Bounce" | "Complaint" | "Reject" | "DeliveryDelay";
  mail: SesEmail;
  [details: string]: unknown;
}

/** What an event says of the email it is about. */
export type SesEmail = ReturnType<typeof emailOf>;

/** In SES's form, which begins with the time. */
export const messageId = (at: number) => `0100${at.toString(16).padStart(12, "0")}-${randomUUID()}-000000`;

function emailOf(outgoing: Outgoing, id: string, sentAt: number) {
  const sender = outgoing.senders[0] ?? "";
  const { from, replyTo, to, cc, subject, configurationSet } = outgoing;
  const tags: Record<string, string[]> = {
    "ses:operation": ["SendEmail"],
    ...(configurationSet !== undefined && { "ses:configuration-set": [configurationSet] }),
    "ses:source-ip": ["127.0.0.1"],
    "ses:from-domain": [parts(sender).domain],
    "ses:caller-identity": ["local"],
    ...outgoing.tags,
  };
  return {
    timestamp: new Date(sentAt).toISOString(),
    source: from,
    sourceArn: arn("ses", `identity/${sender}`),
    sendingAccountId: ACCOUNT,
    messageId: id,
    destination: outgoing.destination,
    headersTruncated: false,
    headers: outgoing.headers,
    commonHeaders: {
      from: [from],
      ...(replyTo.length > 0 && { replyTo }),
      ...(to.length > 0 && { to }),
      ...(cc.length > 0 && { cc }),
      messageId: id,
      subject,
    },
    tags,
  };
}

type DeliveryStatus = "delivered" | "bounced" | "suppressed" | "complained" | "delayed";

/** Stands in the text that every virus scanner takes for a virus, by agreement; SES rejects such an email. */
const ANTIVIRUS_TEST = "EICAR-STANDARD-ANTIVIRUS-TEST-FILE";

/**
 * What comes of an email, in order. It reaches everybody but the mailbox simulator's addresses, which may carry a
 * label (`bounce+one@simulator.amazonses.com`), and those in `delayed`.
 * @see https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html
 */
export function eventsOf(outgoing: Outgoing, id: string, now: number, delayed: string[]): SesEvent[] {
  const mail = emailOf(outgoing, id, now);
  const events: SesEvent[] = [{ eventType: "Send", mail, send: {} }];
  if ([outgoing.text, outgoing.html].some((body) => body?.includes(ANTIVIRUS_TEST)))
    return [...events, { eventType: "Reject", mail, reject: { reason: "Bad content" } }];

  const timestamp = new Date(now).toISOString();
  const statuses = Map.groupBy(mail.destination, (address) => statusOf(address, delayed));
  const reached = [...(statuses.get("delivered") ?? []), ...(statuses.get("complained") ?? [])];
  if (reached.length > 0) {
    const delivery = {
      ...{ timestamp, processingTimeMillis: 0, recipients: reached },
      smtpResponse: "250 2.6.0 Message received",
      remoteMtaIp: "127.0.0.1",
      reportingMTA: "a1-1.smtp-out.amazonses.com",
    };
    const tags = { ...mail.tags, "ses:outgoing-ip": ["192.0.2.1"] };
    events.push({ eventType: "Delivery", mail: { ...mail, tags }, delivery });
  }
  for (const [status, bounceSubType, diagnosticCode] of [
    ["bounced", "General", "smtp; 550 5.1.1 user unknown"],
    [
      ...["suppressed", "Suppressed"],
      "Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.",
    ],
  ] as [DeliveryStatus, string, string][]) {
    const addresses = statuses.get(status);
    if (!addresses) continue;
    const bouncedRecipients = addresses.map((emailAddress) => ({
      ...{ emailAddress, action: "failed", status: "5.1.1", diagnosticCode },
    }));
    const bounce = {
      ...{ feedbackId: messageId(now), bounceType: "Permanent", bounceSubType, bouncedRecipients },
      ...{ timestamp, reportingMTA: "dns; amazonses.com" },
    };
    events.push({ eventType: "Bounce", mail, bounce });
  }
  const complained = statuses.get("complained");
  if (complained) {
    const complaint = {
      ...{ feedbackId: messageId(now), complaintSubType: null, timestamp, arrivalDate: timestamp },
      complainedRecipients: complained.map((emailAddress) => ({ emailAddress })),
      ...{ userAgent: "Amazon SES Mailbox Simulator", complaintFeedbackType: "abuse" },
    };
    events.push({ eventType: "Complaint", mail, complaint });
  }
  const waiting = statuses.get("delayed");
  if (waiting) {
    const diagnosticCode = "smtp; 421 4.4.1 Unable to connect to remote host";
    const deliveryDelay = {
      ...{ timestamp, delayType: "TransientCommunicationFailure" },
      expirationTime: new Date(now + 14 * 3_600_000).toISOString(),
      delayedRecipients: waiting.map((emailAddress) => ({ emailAddress, status: "4.4.1", diagnosticCode })),
    };
    events.push({ eventType: "DeliveryDelay", mail, deliveryDelay });
  }
  return events;
}

/** Whether SES's mailbox simulator answers for it: such an email counts against no daily quota. */
export const isSimulated = (address: string) => parts(address).domain === "simulator.amazonses.com";

function statusOf(address: string, delayed: string[]): DeliveryStatus {
  if (delayed.includes(address)) return "delayed";
  if (!isSimulated(address)) return "delivered";
  const mailbox = parts(address).local.toLowerCase().replace(/\+.*$/, "");
  if (mailbox === "bounce") return "bounced";
  if (mailbox === "suppressionlist") return "suppressed";
  return mailbox === "complaint" ? "complained" : "delivered";
}
