import { type Check, referencedId, resourcesOf } from "./template.ts";

type Queue = {
  MessageRetentionPeriod?: number;
  RedrivePolicy?: { deadLetterTargetArn: unknown; maxReceiveCount: number };
  VisibilityTimeout?: number;
};
type Mapping = {
  BatchSize?: number;
  EventSourceArn: unknown;
  FunctionName: unknown;
  MaximumBatchingWindowInSeconds?: number;
  ScalingConfig?: { MaximumConcurrency?: number };
};

/** SQS's default. */
const DEFAULT_RETENTION_SECONDS = 4 * 86_400;

export const deadLettersAreRetained: Check = (template) =>
  resourcesOf<Queue>(template, "AWS::SQS::Queue").flatMap(
    ({ id, properties: { MessageRetentionPeriod = DEFAULT_RETENTION_SECONDS, RedrivePolicy } }) => {
      if (!RedrivePolicy) return [];
      const target = template.Resources[referencedId(RedrivePolicy.deadLetterTargetArn)];
      const targetRetention =
        (target?.Properties as Queue | undefined)?.MessageRetentionPeriod ?? DEFAULT_RETENTION_SECONDS;
      return [
        ...(RedrivePolicy.maxReceiveCount >= 1 ? [] : [`${id}: needs at least one attempt`]),
        ...(target?.Type === "AWS::SQS::Queue" ? [] : [`${id}: has no queue for dead letters`]),
        // The age of a dead letter counts from when the message was first sent.
        ...(targetRetention > MessageRetentionPeriod
          ? []
          : [`${id}: its dead letters expire as early as its messages`]),
      ];
    },
  );

/** Lambda refuses a queue whose visibility timeout is shorter than the function's timeout. */
export const queueConsumersAreValid: Check = (template) =>
  resourcesOf<Mapping>(template, "AWS::Lambda::EventSourceMapping").flatMap(({ id, properties }) => {
    const { VisibilityTimeout = 30 } = (template.Resources[referencedId(properties.EventSourceArn)]
      ?.Properties ?? {}) as Queue;
    const { Timeout = 3 } = (template.Resources[referencedId(properties.FunctionName)]?.Properties ?? {}) as {
      Timeout?: number;
    };
    const { BatchSize = 10, MaximumBatchingWindowInSeconds: window = 0, ScalingConfig } = properties;
    const maxConcurrency = ScalingConfig?.MaximumConcurrency;
    return [
      ...(VisibilityTimeout >= Timeout
        ? []
        : [`${id}: the visibility timeout of ${VisibilityTimeout} s is below the function's ${Timeout} s`]),
      ...(BatchSize <= 10 || window > 0 ? [] : [`${id}: a batch of more than ten needs a batching window`]),
      ...(maxConcurrency !== undefined && maxConcurrency >= 2
        ? []
        : [`${id}: needs a maximum concurrency of at least two`]),
    ];
  });
