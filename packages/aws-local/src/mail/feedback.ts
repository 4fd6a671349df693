/** What SES tells about a mail, sent to its configuration set's event destinations. */
import { randomUUID } from "node:crypto";
import type { Deliver } from "../functions/deliveries.ts";
import { ACCOUNT, arn, REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import type { SesEvent } from "./events.ts";

interface DestinationProperties {
  ConfigurationSetName: string;
  EventDestination: {
    Enabled?: boolean;
    MatchingEventTypes: string[];
    EventBridgeDestination?: { EventBusArn: string };
    SnsDestination?: { TopicARN: string };
    CloudWatchDestination?: unknown;
    KinesisFirehoseDestination?: unknown;
  };
}

/** The names that SES gives its events on an event bus. */
const detailTypes: Record<SesEvent["eventType"], string> = {
  Send: "Email Sent",
  Delivery: "Email Delivered",
  Bounce: "Email Bounced",
  Complaint: "Email Complaint Received",
  Reject: "Email Rejected",
  DeliveryDelay: "Email Delivery Delayed",
};

/** Answers how to tell of an event. Throws for a destination that is not emulated. */
export function openMailFeedback(
  template: Template,
  ways: { put(event: Record<string, unknown>): Promise<void>; deliver: Deliver; log(line: string): void },
) {
  const destinations = template.all<DestinationProperties>("AWS::SES::ConfigurationSetEventDestination");
  for (const { id, properties } of destinations)
    if (properties.EventDestination.KinesisFirehoseDestination)
      throw new Error(`${id}: Firehose destinations are not emulated here.`);

  return async (event: SesEvent, now: number): Promise<void> => {
    const set = event.mail.tags["ses:configuration-set"]?.[0];
    const type = event.eventType.toLowerCase();
    const listening = destinations
      .filter(({ properties }) => properties.ConfigurationSetName === set)
      .map(({ properties }) => properties.EventDestination)
      .filter(
        ({ Enabled, MatchingEventTypes }) =>
          Enabled !== false && MatchingEventTypes.some((one) => one.toLowerCase() === type),
      );
    const setArn = arn("ses", `configuration-set/${set}`);
    for (const { EventBridgeDestination, SnsDestination } of listening) {
      if (EventBridgeDestination) await ways.put(busEvent(event, setArn, now));
      if (SnsDestination)
        await ways
          .deliver(
            { service: "ses.amazonaws.com", sourceArn: setArn },
            SnsDestination.TopicARN,
            JSON.stringify(event),
          )
          .catch((error: Error) => ways.log(error.message));
    }
  };
}

function busEvent(event: SesEvent, setArn: string, now: number): Record<string, unknown> {
  return {
    version: "0",
    id: randomUUID(),
    "detail-type": detailTypes[event.eventType],
    source: "aws.ses",
    account: ACCOUNT,
    time: new Date(now).toISOString().replace(/\.\d+Z$/, "Z"),
    region: REGION,
    resources: [setArn],
    detail: event,
  };
}
