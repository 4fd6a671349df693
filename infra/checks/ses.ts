import { allows, type Check, type PolicyDocument, referencedId, resourcesOf, textOf } from "./template.ts";

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
export const mailEventsAreDelivered: Check = (template) =>
  resourcesOf<EventDestination>(template, "AWS::SES::ConfigurationSetEventDestination").flatMap(
    ({ id, properties: { EventDestination: to } }) => {
      const topic = to.SnsDestination && referencedId(to.SnsDestination.TopicARN);
      const mayPublish = resourcesOf<TopicPolicy>(template, "AWS::SNS::TopicPolicy").some(
        ({ properties }) =>
          properties.Topics.some((one) => referencedId(one) === topic) &&
          allows(properties.PolicyDocument, "sns:Publish", "ses.amazonaws.com"),
      );
      return [
        ...(DESTINATION_KINDS.filter((kind) => to[kind]).length === 1
          ? []
          : [`${id}: needs exactly one destination`]),
        ...to.MatchingEventTypes.filter((type) => !EVENT_TYPES.has(type)).map(
          (type) => `${id}: SES has no event type ${type}`,
        ),
        ...(!to.EventBridgeDestination ||
        textOf(to.EventBridgeDestination.EventBusArn).endsWith(":event-bus/default")
          ? []
          : [`${id}: SES can only use the default event bus`]),
        ...(topic === undefined || mayPublish ? [] : [`${id}: SES has no permission to publish to ${topic}`]),
      ];
    },
  );
