/** What SES tells about an email, sent to its configuration set's event destinations. */
import { randomUUID } from "node:crypto";
import { ACCOUNT, arn, REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import type { SesEvent } from "./events.ts";

interface DestinationProperties {
  ConfigurationSetName: string;
  EventDestination: {
    Enabled?: boolean;
    MatchingEventTypes: string[];
    EventBridgeDestination?: { EventBusArn: string };
    CloudWatchDestination?: unknown;
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

/** Answers how to tell of an event. Throws for a destination that is not modelled. */
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
    const listening = destinations
      .filter(({ properties }) => properties.ConfigurationSetName === set)
      .map(({ properties }) => properties.EventDestination)
      .filter(
        ({ Enabled, EventBridgeDestination, MatchingEventTypes }) =>
          EventBridgeDestination &&
          Enabled !== false &&
          MatchingEventTypes.some((one) => one.toLowerCase() === event.eventType.toLowerCase()),
      );
    for (const _ of listening)
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
