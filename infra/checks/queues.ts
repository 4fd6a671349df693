import { checkEach, referencedId } from "./template.ts";

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

export const deadLettersAreRetained = checkEach<Queue>("AWS::SQS::Queue", (queue, template) => {
  const { MessageRetentionPeriod: retention = DEFAULT_RETENTION_SECONDS, RedrivePolicy } = queue;
  if (!RedrivePolicy) return [];
  const target = template.Resources[referencedId(RedrivePolicy.deadLetterTargetArn)];
  const { MessageRetentionPeriod: retentionSeconds = DEFAULT_RETENTION_SECONDS } = (target?.Properties ??
    {}) as Queue;
  return [
    !(RedrivePolicy.maxReceiveCount >= 1) && "needs at least one attempt",
    target?.Type !== "AWS::SQS::Queue" && "has no queue for dead letters",
    // The age of a dead letter counts from when the message was first sent.
    retentionSeconds <= retention && "its dead letters expire as early as its messages",
  ];
});

/** Lambda refuses a queue whose visibility timeout is shorter than the function's timeout. */
export const queueConsumersAreValid = checkEach<Mapping>(
  "AWS::Lambda::EventSourceMapping",
  (mapping, template) => {
    const propertiesOf = (value: unknown) => template.Resources[referencedId(value)]?.Properties ?? {};
    const { VisibilityTimeout = 30 } = propertiesOf(mapping.EventSourceArn) as Queue;
    const { Timeout = 3 } = propertiesOf(mapping.FunctionName) as { Timeout?: number };
    const { BatchSize = 10, MaximumBatchingWindowInSeconds: window = 0, ScalingConfig } = mapping;
    return [
      VisibilityTimeout < Timeout &&
        `the visibility timeout of ${VisibilityTimeout} s is below the function's ${Timeout} s`,
      BatchSize > 10 && window === 0 && "a batch of more than ten needs a batching window",
      !((ScalingConfig?.MaximumConcurrency ?? 0) >= 2) && "needs a maximum concurrency of at least two",
    ];
  },
);
