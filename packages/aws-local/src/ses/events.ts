/** What SES tells about emails that were sent with a configuration set. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { ACCOUNT, arn, REGION } from "../template/resource-names.ts";
import { readAll, type Template } from "../template/template.ts";
import { type Outgoing, parts } from "./send-email.ts";

/** The kinds of events, and their names on an event bus. */
const detailTypes = {
  Send: "Email Sent",
  Delivery: "Email Delivered",
  Bounce: "Email Bounced",
  Complaint: "Email Complaint Received",
  DeliveryDelay: "Email Delivery Delayed",
};

type Told = { eventType: keyof typeof detailTypes; [details: string]: unknown };
/** @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html */
export type SesEvent = Told & { mail: ReturnType<typeof emailOf> };

/** In SES's form, which begins with the time. */
export const messageId = (at: number) => `0100${at.toString(16).padStart(12, "0")}-${randomUUID()}-000000`;

function emailOf(outgoing: Outgoing, id: string, sentAt: number) {
  const { from, replyTo, to, subject, sender, destination, configurationSet = "" } = outgoing;
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
    // The commonest stand below; all are cut, as SES does where they are long.
    ...{ headersTruncated: true, headers: [] },
    commonHeaders: { from: [from], ...(replyTo.length > 0 && { replyTo }), to, messageId: id, subject },
    tags,
  };
}

type Outcome = (addresses: string[], timestamp: string) => Told;

const bounce =
  (bounceSubType: string, diagnosticCode: string): Outcome =>
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

/** What is told of the addresses that an email does not simply reach, by what they meet. */
const outcomes: Record<string, Outcome> = {
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
 * What comes of an email, in order. It reaches everybody but the mailbox simulator's addresses, which may carry a
 * label (`bounce+one@simulator.amazonses.com`), and those in `delayed`.
 * @see https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html
 */
export function eventsOf(outgoing: Outgoing, id: string, now: number, delayed: string[]): SesEvent[] {
  const mail = emailOf(outgoing, id, now);
  const timestamp = new Date(now).toISOString();
  const meeting = Map.groupBy(mail.destination, (address) =>
    delayed.includes(address) ? "delayed" : (simulatedMailbox(address) ?? ""),
  );
  const told = Object.entries(outcomes).flatMap(([what, tell]) => {
    const addresses = meeting.get(what);
    return addresses ? [{ mail, ...tell(addresses, timestamp) }] : [];
  });
  const recipients = [...meeting].flatMap(([what, addresses]) =>
    what === "complaint" || !Object.hasOwn(outcomes, what) ? addresses : [],
  );
  const tags = { ...mail.tags, "ses:outgoing-ip": ["192.0.2.1"] };
  const smtp = { smtpResponse: "250 2.6.0 Message received", remoteMtaIp: "127.0.0.1" };
  const delivery = { timestamp, processingTimeMillis: 0, recipients, ...smtp };
  const delivered: SesEvent = { eventType: "Delivery", mail: { ...mail, tags }, delivery };
  return [{ eventType: "Send", mail, send: {} }, ...(recipients.length > 0 ? [delivered] : []), ...told];
}

/** Which mailbox of SES's simulator it is; such an email counts against no daily quota. */
export function simulatedMailbox(address: string): string | undefined {
  const { local, domain } = parts(address);
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

/** Answers how to put an event on the bus, as often as its configuration set says. Throws for other destinations. */
export function openEventDestinations(
  template: Template,
  put: (event: Record<string, unknown>) => Promise<void>,
) {
  const destinations = readAll(template, "AWS::SES::ConfigurationSetEventDestination", Destination)
    .map(({ properties }) => ({ set: properties.ConfigurationSetName, ...properties.EventDestination }))
    .filter(({ Enabled }) => Enabled);
  return async (event: SesEvent, now: number): Promise<void> => {
    const [set] = event.mail.tags["ses:configuration-set"] ?? [];
    const type = event.eventType.toLowerCase();
    for (const destination of destinations)
      if (destination.set === set && destination.MatchingEventTypes.includes(type))
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
  };
}
