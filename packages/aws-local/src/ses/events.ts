import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { openEventBus } from "../functions/event-bus.ts";
import { ACCOUNT, arn, REGION } from "../template/resource-names.ts";
import { readAll, type Template } from "../template/template.ts";
import { type OutgoingEmail, splitAddress } from "./send-email.ts";

/** EventBridge's detail types, by SES event type. */
const detailTypes = {
  Send: "Email Sent",
  Delivery: "Email Delivered",
  Bounce: "Email Bounced",
  Complaint: "Email Complaint Received",
  DeliveryDelay: "Email Delivery Delayed",
};

type EventBody = { eventType: keyof typeof detailTypes; [details: string]: unknown };
/** @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
export type SesEvent = EventBody & { mail: ReturnType<typeof mailObject> };

/** SES's message ids start with the time. */
export const messageId = (at: number) => `0100${at.toString(16).padStart(12, "0")}-${randomUUID()}-000000`;

function mailObject(outgoing: OutgoingEmail, id: string, sentAt: number) {
  const { from, sender, to, cc = [], subject, destination, configurationSet = "" } = outgoing;
  const tags: Record<string, string[]> = { "ses:configuration-set": [configurationSet] };
  return {
    timestamp: new Date(sentAt).toISOString(),
    source: from,
    sourceArn: arn("ses", `identity/${sender}`),
    sendingAccountId: ACCOUNT,
    messageId: id,
    destination,
    commonHeaders: { from: [from], to, ...(cc.length > 0 && { cc }), messageId: id, subject },
    tags: { ...tags, ...outgoing.tags },
  };
}

type EventFactory = (addresses: string[], timestamp: string) => EventBody;

const bounce =
  (bounceSubType: string, diagnosticCode: string): EventFactory =>
  (addresses, timestamp) => ({
    eventType: "Bounce",
    bounce: {
      feedbackId: messageId(Date.parse(timestamp)),
      timestamp,
      bounceType: "Permanent",
      bounceSubType,
      bouncedRecipients: addresses.map((emailAddress) => {
        return { emailAddress, action: "failed", status: "5.1.1", diagnosticCode };
      }),
    },
  });

/** The events for addresses that an email does not simply reach, by simulator mailbox. */
const eventFactories: Record<string, EventFactory> = {
  bounce: bounce("General", "smtp; 550 5.1.1 user unknown"),
  suppressionlist: bounce("Suppressed", "Amazon SES has suppressed sending to this address."),
  complaint: (addresses, timestamp) => ({
    eventType: "Complaint",
    complaint: {
      feedbackId: messageId(Date.parse(timestamp)),
      timestamp,
      arrivalDate: timestamp,
      complaintSubType: null,
      complaintFeedbackType: "abuse",
      userAgent: "Amazon SES Mailbox Simulator",
      complainedRecipients: addresses.map((emailAddress) => ({ emailAddress })),
    },
  }),
  delayed: (addresses, timestamp) => ({
    eventType: "DeliveryDelay",
    deliveryDelay: {
      timestamp,
      delayType: "TransientCommunicationFailure",
      expirationTime: new Date(Date.parse(timestamp) + 14 * 3_600_000).toISOString(),
      delayedRecipients: addresses.map((emailAddress) => ({ emailAddress, status: "4.4.1" })),
    },
  }),
};

/**
 * An email's events, in order; each is about one recipient, but Send. All addresses receive it, except those in `delayed` and
 * the mailbox simulator's.
 * @see https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html
 */
export function eventsFor(outgoing: OutgoingEmail, id: string, now: number, delayed: string[]): SesEvent[] {
  const mail = mailObject(outgoing, id, now);
  const timestamp = new Date(now).toISOString();
  const mailboxOf = (address: string) =>
    delayed.includes(address) ? "delayed" : (simulatedMailbox(address) ?? "");
  const isDelivered = (address: string) =>
    mailboxOf(address) === "complaint" || !Object.hasOwn(eventFactories, mailboxOf(address));
  const deliveries = mail.destination.filter(isDelivered).map((address): SesEvent => {
    const response = { smtpResponse: "250 2.6.0 Message received", remoteMtaIp: "127.0.0.1" };
    const delivery = { timestamp, processingTimeMillis: 0, recipients: [address], ...response };
    return { eventType: "Delivery", mail, delivery };
  });
  const otherEvents = mail.destination.flatMap((address): SesEvent[] => {
    const createEvent = eventFactories[mailboxOf(address)];
    return createEvent ? [{ mail, ...createEvent([address], timestamp) }] : [];
  });
  return [{ eventType: "Send", mail, send: {} }, ...deliveries, ...otherEvents];
}

/** The name of a mailbox of SES's simulator. Emails to it do not count against the daily quota. */
export function simulatedMailbox(address: string): string | undefined {
  const { local, domain } = splitAddress(address);
  return domain === "simulator.amazonses.com" ? local.toLowerCase().replace(/\+.*$/, "") : undefined;
}

const Destination = z.object({
  ConfigurationSetName: z.string(),
  EventDestination: z.object({
    Enabled: z.boolean().default(true),
    MatchingEventTypes: z.array(z.string().toLowerCase()),
    EventBridgeDestination: z.object({}),
  }),
});

/** Returns a function that publishes an event to its configuration set's destinations. Throws for unsupported ones. */
export function openEventDestinations(template: Template, putOnBus: ReturnType<typeof openEventBus>) {
  const destinations = readAll(template, "AWS::SES::ConfigurationSetEventDestination", Destination)
    .map(({ properties }) => ({ set: properties.ConfigurationSetName, ...properties.EventDestination }))
    .filter(({ Enabled }) => Enabled);
  return async (event: SesEvent, now: number): Promise<void> => {
    const [set] = event.mail.tags["ses:configuration-set"] ?? [];
    const type = event.eventType.toLowerCase();
    for (const destination of destinations)
      if (destination.set === set && destination.MatchingEventTypes.includes(type))
        await putOnBus({
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
  };
}
