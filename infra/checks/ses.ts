import { allows, checkEach, type PolicyDocument, referencedId, resourcesOf, textOf } from "./template.ts";

type EventDestination = {
  EventDestination: {
    EventBridgeDestination?: { EventBusArn: unknown };
    MatchingEventTypes: string[];
    SnsDestination?: { TopicARN: unknown };
  } & Record<string, unknown>;
};

const DESTINATION_KINDS = [
  "SnsDestination",
  "CloudWatchDestination",
  "KinesisFirehoseDestination",
  "EventBridgeDestination",
];
const EVENT_TYPES = new Set(
  "send reject bounce complaint delivery open click renderingFailure deliveryDelay subscription".split(" "),
);
type TopicPolicy = { Topics: unknown[]; PolicyDocument: PolicyDocument };

/** SES sends events to one destination. On EventBridge it knows only the default bus. */
export const mailEventsAreDelivered = checkEach<EventDestination>(
  "AWS::SES::ConfigurationSetEventDestination",
  ({ EventDestination: to }, template) => {
    const topic = to.SnsDestination && referencedId(to.SnsDestination.TopicARN);
    const mayPublish = resourcesOf<TopicPolicy>(template, "AWS::SNS::TopicPolicy").some(
      ({ properties }) =>
        properties.Topics.some((reference) => referencedId(reference) === topic) &&
        allows(properties.PolicyDocument, "sns:Publish", "ses.amazonaws.com"),
    );
    return [
      DESTINATION_KINDS.filter((kind) => to[kind]).length !== 1 && "needs exactly one destination",
      ...to.MatchingEventTypes.map((type) => !EVENT_TYPES.has(type) && `SES has no event type ${type}`),
      to.EventBridgeDestination !== undefined &&
        !textOf(to.EventBridgeDestination.EventBusArn).endsWith(":event-bus/default") &&
        "SES can only use the default event bus",
      topic !== undefined && !mayPublish && `SES has no permission to publish to ${topic}`,
    ];
  },
);
