/** SNS: what is published to a topic goes to its subscriptions. */
import { randomUUID } from "node:crypto";
import type { Template } from "../template/template.ts";
import type { Deliver } from "./deliveries.ts";

interface SubscriptionProperties {
  TopicArn: string;
  Protocol: string;
  Endpoint: string;
  RawMessageDelivery?: boolean;
  FilterPolicy?: unknown;
  RedrivePolicy?: { deadLetterTargetArn: string };
}

/** Answers how to publish. Subscriptions of people (e-mail, SMS) and web hooks are left out. */
export function openTopics(template: Template, deliver: () => Deliver, log: (line: string) => void) {
  const subscriptions = template
    .all<SubscriptionProperties>("AWS::SNS::Subscription")
    .filter(({ properties }) => ["lambda", "sqs"].includes(properties.Protocol));
  for (const { id, properties } of subscriptions)
    if (properties.FilterPolicy) throw new Error(`${id}: FilterPolicy is not emulated here.`);

  return async (topicArn: string, message: string, subject = "Notification"): Promise<void> => {
    const sender = { service: "sns.amazonaws.com", sourceArn: topicArn };
    for (const { id, properties } of subscriptions.filter((one) => one.properties.TopicArn === topicArn)) {
      const notification = {
        Type: "Notification",
        MessageId: randomUUID(),
        TopicArn: topicArn,
        Subject: subject,
        Message: message,
        Timestamp: new Date().toISOString(),
        SignatureVersion: "1",
        MessageAttributes: {},
      };
      const body =
        properties.Protocol === "lambda"
          ? {
              Records: [
                {
                  EventSource: "aws:sns",
                  EventVersion: "1.0",
                  EventSubscriptionArn: `${topicArn}:${id}`,
                  Sns: notification,
                },
              ],
            }
          : notification;
      const text =
        properties.RawMessageDelivery && properties.Protocol === "sqs" ? message : JSON.stringify(body);
      try {
        await deliver()(sender, properties.Endpoint, text);
      } catch (error) {
        log(`${topicArn}: ${error instanceof Error ? error.message : String(error)}`);
        if (properties.RedrivePolicy)
          await deliver()(sender, properties.RedrivePolicy.deadLetterTargetArn, text);
      }
    }
  };
}
