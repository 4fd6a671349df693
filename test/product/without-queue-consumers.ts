import type { RawTemplate } from "aws-local";

/** A template in which no function reads a queue: tests can read the queued messages, and no email goes out. */
export function withoutQueueConsumers(template: RawTemplate): RawTemplate {
  for (const { Type, Properties } of Object.values(template.Resources))
    if (Type === "AWS::Lambda::EventSourceMapping") Object.assign(Properties ?? {}, { Enabled: false });
  return template;
}
