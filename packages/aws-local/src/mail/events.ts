import { parts } from "./address.ts";
import type { MimeHeader } from "./mime.ts";

/**
 * What SES publishes about a message that was sent with a configuration set.
 * @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export type SesEvent =
  | { eventType: "Send"; mail: SesMail; send: Record<string, never> }
  | { eventType: "Delivery"; mail: SesMail; delivery: SesDelivery }
  | { eventType: "Bounce"; mail: SesMail; bounce: SesBounce }
  | { eventType: "Complaint"; mail: SesMail; complaint: SesComplaint }
  | { eventType: "Reject"; mail: SesMail; reject: { reason: string } }
  | { eventType: "DeliveryDelay"; mail: SesMail; deliveryDelay: SesDeliveryDelay };

export interface SesMail {
  /** ISO 8601, as are all times here. */
  timestamp: string;
  messageId: string;
  source: string;
  sourceArn: string;
  sendingAccountId: string;
  destination: string[];
  headersTruncated: boolean;
  headers: MimeHeader[];
  commonHeaders: {
    from: string[];
    replyTo?: string[];
    to?: string[];
    cc?: string[];
    date?: string;
    messageId: string;
    subject: string;
  };
  tags: Record<string, string[]>;
}

interface SesDelivery {
  timestamp: string;
  processingTimeMillis: number;
  recipients: string[];
  smtpResponse: string;
  remoteMtaIp: string;
  reportingMTA: string;
}

interface SesBounce {
  feedbackId: string;
  bounceType: "Permanent";
  bounceSubType: "General" | "Suppressed";
  bouncedRecipients: { emailAddress: string; action: string; status: string; diagnosticCode: string }[];
  timestamp: string;
  reportingMTA: string;
}

interface SesComplaint {
  feedbackId: string;
  complaintSubType: null;
  complainedRecipients: { emailAddress: string }[];
  timestamp: string;
  userAgent: string;
  complaintFeedbackType: string;
  arrivalDate: string;
}

interface SesDeliveryDelay {
  timestamp: string;
  delayType: "TransientCommunicationFailure";
  expirationTime: string;
  delayedRecipients: { emailAddress: string; status: string; diagnosticCode: string }[];
}

type Fate = "delivered" | "bounced" | "suppressed" | "complained" | "delayed";

/**
 * What comes of a mail, in order. Mail reaches everybody but the mailbox simulator's addresses, which may carry a
 * label (`bounce+one@simulator.amazonses.com`), and those in `delayed`.
 * @see https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html
 */
export function eventsOf(
  mail: SesMail,
  circumstances: { now: number; infected: boolean; delayed: string[]; feedbackId(): string },
): SesEvent[] {
  const { now, infected, delayed, feedbackId } = circumstances;
  const events: SesEvent[] = [{ eventType: "Send", mail, send: {} }];
  if (infected) return [...events, { eventType: "Reject", mail, reject: { reason: "Bad content" } }];

  const timestamp = new Date(now).toISOString();
  const byFate = Map.groupBy(mail.destination, (address) => fateOf(address, delayed));
  const of = (...fates: Fate[]) => fates.flatMap((fate) => byFate.get(fate) ?? []);

  const recipients = of("delivered", "complained");
  if (recipients.length > 0)
    events.push({
      eventType: "Delivery",
      mail: { ...mail, tags: { ...mail.tags, "ses:outgoing-ip": ["192.0.2.1"] } },
      delivery: {
        timestamp,
        processingTimeMillis: Math.max(0, now - Date.parse(mail.timestamp)),
        recipients,
        smtpResponse: "250 2.6.0 Message received",
        remoteMtaIp: "127.0.0.1",
        reportingMTA: "a1-1.smtp-out.amazonses.com",
      },
    });
  for (const [addresses, bounceSubType] of [
    [of("bounced"), "General"],
    [of("suppressed"), "Suppressed"],
  ] as const)
    if (addresses.length > 0)
      events.push({
        eventType: "Bounce",
        mail,
        bounce: {
          feedbackId: feedbackId(),
          bounceType: "Permanent",
          bounceSubType,
          bouncedRecipients: addresses.map((emailAddress) => ({
            emailAddress,
            action: "failed",
            status: "5.1.1",
            diagnosticCode:
              bounceSubType === "General"
                ? "smtp; 550 5.1.1 user unknown"
                : "Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.",
          })),
          timestamp,
          reportingMTA: "dns; amazonses.com",
        },
      });
  if (of("complained").length > 0)
    events.push({
      eventType: "Complaint",
      mail,
      complaint: {
        feedbackId: feedbackId(),
        complaintSubType: null,
        complainedRecipients: of("complained").map((emailAddress) => ({ emailAddress })),
        timestamp,
        userAgent: "Amazon SES Mailbox Simulator",
        complaintFeedbackType: "abuse",
        arrivalDate: timestamp,
      },
    });
  if (of("delayed").length > 0)
    events.push({
      eventType: "DeliveryDelay",
      mail,
      deliveryDelay: {
        timestamp,
        delayType: "TransientCommunicationFailure",
        expirationTime: new Date(now + 14 * 3_600_000).toISOString(),
        delayedRecipients: of("delayed").map((emailAddress) => ({
          emailAddress,
          status: "4.4.1",
          diagnosticCode: "smtp; 421 4.4.1 Unable to connect to remote host",
        })),
      },
    });
  return events;
}

/** Whether SES's mailbox simulator answers for it: such mail counts against no daily quota. */
export function isSimulated(address: string): boolean {
  return parts(address).domain === "simulator.amazonses.com";
}

function fateOf(address: string, delayed: string[]): Fate {
  if (delayed.includes(address)) return "delayed";
  if (!isSimulated(address)) return "delivered";
  const mailbox = parts(address).local.toLowerCase().replace(/\+.*$/, "");
  if (mailbox === "bounce") return "bounced";
  if (mailbox === "suppressionlist") return "suppressed";
  return mailbox === "complaint" ? "complained" : "delivered";
}
