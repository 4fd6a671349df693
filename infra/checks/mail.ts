import { all, allows, type Check, type PolicyDocument, referred, text } from "./template.ts";

type EventDestination = {
  EventDestination: {
    EventBridgeDestination?: { EventBusArn: unknown };
    MatchingEventTypes: string[];
    SnsDestination?: { TopicARN: unknown };
  } & Record<string, unknown>;
};

const kinds = [
  "SnsDestination",
  "CloudWatchDestination",
  "KinesisFirehoseDestination",
  "EventBridgeDestination",
];
const types = new Set(
  "send reject bounce complaint delivery open click renderingFailure deliveryDelay subscription".split(" "),
);
type TopicPolicy = { Topics: unknown[]; PolicyDocument: PolicyDocument };

/** SES tells events to one place of a kind it knows, and to EventBridge's default bus alone. */
export const eventsArrive: Check = (template) =>
  all<EventDestination>(template, "AWS::SES::ConfigurationSetEventDestination").flatMap(
    ({ id, properties: { EventDestination: to } }) => {
      const topic = to.SnsDestination && referred(to.SnsDestination.TopicARN);
      const mayPublish = all<TopicPolicy>(template, "AWS::SNS::TopicPolicy").some(
        ({ properties }) =>
          properties.Topics.some((one) => referred(one) === topic) &&
          allows(properties.PolicyDocument, "sns:Publish", "ses.amazonaws.com"),
      );
      return [
        ...(kinds.filter((kind) => to[kind]).length === 1 ? [] : [`${id}: not exactly one place for events`]),
        ...to.MatchingEventTypes.filter((type) => !types.has(type)).map(
          (type) => `${id}: SES has no event ${type}`,
        ),
        ...(!to.EventBridgeDestination ||
        text(to.EventBridgeDestination.EventBusArn).endsWith(":event-bus/default")
          ? []
          : [`${id}: SES knows the default bus alone`]),
        ...(topic === undefined || mayPublish ? [] : [`${id}: SES may not publish to ${topic}`]),
      ];
    },
  );
