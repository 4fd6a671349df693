import type { RawResource } from "../src/template/assembly.ts";
import { readTemplate, type Template } from "../src/template/template.ts";

/** A template with these resources, by logical id. */
export const templateOf = (Resources: Record<string, RawResource>): Template =>
  readTemplate({ Resources }, "Test", {
    issuer: () => "",
    queueUrl: (name) => name,
    dynamicReference: (reference) => reference,
  });

/** Two queues: messages that fail twice in `work` go to `dead`. */
export const queuesOf = (work: Record<string, unknown>): Record<string, RawResource> => ({
  work: {
    Type: "AWS::SQS::Queue",
    Properties: {
      QueueName: "work",
      RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": ["dead", "Arn"] }, maxReceiveCount: 2 },
      ...work,
    },
  },
  dead: { Type: "AWS::SQS::Queue", Properties: { QueueName: "dead", MessageRetentionPeriod: "1209600" } },
});
