/** What SES tells about emails that were sent with a configuration set. */
import { randomUUID } from "node:crypto";
import { ACCOUNT, arn, REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { type Outgoing, parts } from "./send-email.ts";

/** The kinds of events, and their names on an event bus. */
const detailTypes = {
  Send: "Email Sent",
  Delivery: "Email Delivered",
  Bounce: "Email Bounced",
  Complaint: "Email Complaint Received",
  DeliveryDelay: "Email Delivery Delayed",
};

/** @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
export interface SesEvent {
  eventType: keyof typeof detailTypes;
  mail: ReturnType<typeof emailOf>;
  [details: string]: unknown;
}

/** In SES's form, which begins with the time. */
export const messageId = (at: number) => `0100${at.toString(16).padStart(12, "0")}-${randomUUID()}-000000`;

function emailOf(outgoing: Outgoing, id: string, sentAt: number) {
  const { from, replyTo, to, subject, text, html, sender, destination, configurationSet = "" } = outgoing;
  const type = text && html ? "multipart/alternative" : `text/${html ? "html" : "plain"}; charset=UTF-8`;
  const tags: Record<string, string[]> = {
    "ses:operation": ["SendEmail"],
    "ses:configuration-set": [configurationSet],
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
    destination,
    headersTruncated: false,
    headers: [
      { name: "From", value: from },
      ...(replyTo.length > 0 ? [{ name: "Reply-To", value: replyTo.join(", ") }] : []),
      { name: "To", value: to.join(", ") },
      { name: "Subject", value: subject },
      { name: "MIME-Version", value: "1.0" },
      { name: "Content-Type", value: type },
    ],
    commonHeaders: { from: [from], ...(replyTo.length > 0 && { replyTo }), to, messageId: id, subject },
    tags,
  };
}

/** Why the mailbox simulator did not take an email: the kind of bounce, and what it says. */
const bounces = {
  bounce: ["General", "smtp; 550 5.1.1 user unknown"],
  suppressionlist: [
    "Suppressed",
    "Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.",
  ],
} as const;

/**
 * What comes of an email, in order. It reaches everybody but the mailbox simulator's addresses, which may carry a
 * label (`bounce+one@simulator.amazonses.com`), and those in `delayed`.
 * @see https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html
 */
export function eventsOf(outgoing: Outgoing, id: string, now: number, delayed: string[]): SesEvent[] {
  const mail = emailOf(outgoing, id, now);
  const timestamp = new Date(now).toISOString();
  const feedback = { feedbackId: messageId(now), timestamp };
  const events: SesEvent[] = [{ eventType: "Send", mail, send: {} }];
  const simulated = Map.groupBy(mail.destination, (address) =>
    delayed.includes(address) ? "delayed" : simulatedMailbox(address),
  );
  const recipients = mail.destination.filter((address) => {
    const mailbox = simulatedMailbox(address);
    return !delayed.includes(address) && !(mailbox && mailbox in bounces);
  });
  if (recipients.length > 0) {
    const reached = { recipients, smtpResponse: "250 2.6.0 Message received", remoteMtaIp: "127.0.0.1" };
    const reporting = { processingTimeMillis: 0, reportingMTA: "a1-1.smtp-out.amazonses.com" };
    const tags = { ...mail.tags, "ses:outgoing-ip": ["192.0.2.1"] };
    events.push({
      eventType: "Delivery",
      mail: { ...mail, tags },
      delivery: { timestamp, ...reached, ...reporting },
    });
  }
  for (const [mailbox, [bounceSubType, diagnosticCode]] of Object.entries(bounces)) {
    const bouncedRecipients = simulated
      .get(mailbox)
      ?.map((emailAddress) => ({ emailAddress, action: "failed", status: "5.1.1", diagnosticCode }));
    const bounce = {
      ...feedback,
      bounceType: "Permanent",
      bounceSubType,
      reportingMTA: "dns; amazonses.com",
    };
    if (bouncedRecipients)
      events.push({ eventType: "Bounce", mail, bounce: { ...bounce, bouncedRecipients } });
  }
  const complainedRecipients = simulated.get("complaint")?.map((emailAddress) => ({ emailAddress }));
  if (complainedRecipients) {
    const kind = { complaintSubType: null, complaintFeedbackType: "abuse", arrivalDate: timestamp };
    const complaint = {
      ...feedback,
      ...kind,
      userAgent: "Amazon SES Mailbox Simulator",
      complainedRecipients,
    };
    events.push({ eventType: "Complaint", mail, complaint });
  }
  const delayedRecipients = simulated.get("delayed")?.map((emailAddress) => {
    const diagnosticCode = "smtp; 421 4.4.1 Unable to connect to remote host";
    return { emailAddress, status: "4.4.1", diagnosticCode };
  });
  if (delayedRecipients) {
    const expirationTime = new Date(now + 14 * 3_600_000).toISOString();
    const deliveryDelay = { timestamp, delayType: "TransientCommunicationFailure", expirationTime };
    events.push({ eventType: "DeliveryDelay", mail, deliveryDelay: { ...deliveryDelay, delayedRecipients } });
  }
  return events;
}

/** Which mailbox of SES's simulator it is; such an email counts against no daily quota. */
export function simulatedMailbox(address: string): string | undefined {
  const { local, domain } = parts(address);
  return domain === "simulator.amazonses.com" ? local.toLowerCase().replace(/\+.*$/, "") : undefined;
}

interface DestinationProperties {
  ConfigurationSetName: string;
  EventDestination: {
    Enabled?: boolean;
    MatchingEventTypes: string[];
    EventBridgeDestination?: { EventBusArn: string };
    CloudWatchDestination?: unknown;
  };
}

/** Answers how to put an event on the bus, as often as its configuration set says. Throws for other destinations. */
export function openEventDestinations(
  template: Template,
  put: (event: Record<string, unknown>) => Promise<void>,
) {
  const destinations = template.all<DestinationProperties>("AWS::SES::ConfigurationSetEventDestination");
  for (const { id, properties } of destinations) {
    const { EventBridgeDestination, CloudWatchDestination } = properties.EventDestination;
    if (!EventBridgeDestination && !CloudWatchDestination)
      throw new Error(`${id}: of SES's event destinations only EventBridge and CloudWatch run here.`);
  }
  return async (event: SesEvent, now: number): Promise<void> => {
    const set = event.mail.tags["ses:configuration-set"]?.[0];
    for (const { properties } of destinations) {
      const { EventBridgeDestination, Enabled = true, MatchingEventTypes } = properties.EventDestination;
      const matching = MatchingEventTypes.some((one) => one.toLowerCase() === event.eventType.toLowerCase());
      if (!EventBridgeDestination || !Enabled || !matching || properties.ConfigurationSetName !== set)
        continue;
      await put({
        version: "0",
        id: randomUUID(),
        "detail-type": detailTypes[event.eventType],
        source: "aws.ses",
        account: ACCOUNT,
        time: new Date(now).toISOString().replace(/\.\d+Z$/, "Z"),
        region: REGION,
        resources: [arn("ses", `configuration-set/${set}`)],
        detail: event,
      });
    }
  };
}
