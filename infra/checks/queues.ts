import { all, type Check, referred } from "./template.ts";

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

const fourDays = 4 * 86_400;

export const deadLettersAreKept: Check = (template) =>
  all<Queue>(template, "AWS::SQS::Queue").flatMap(
    ({ id, properties: { MessageRetentionPeriod = fourDays, RedrivePolicy } }) => {
      if (!RedrivePolicy) return [];
      const target = template.Resources[referred(RedrivePolicy.deadLetterTargetArn)];
      const kept = (target?.Properties as Queue | undefined)?.MessageRetentionPeriod ?? fourDays;
      return [
        ...(RedrivePolicy.maxReceiveCount >= 1 ? [] : [`${id}: gives up before it tries`]),
        ...(target?.Type === "AWS::SQS::Queue" ? [] : [`${id}: its dead letters go nowhere`]),
        // A dead letter's age counts from when it was first sent.
        ...(kept > MessageRetentionPeriod ? [] : [`${id}: its dead letters expire as soon as itself`]),
      ];
    },
  );

/** Lambda refuses to read a queue that shows a message again while a function still works on it. */
export const consumersKeepUp: Check = (template) =>
  all<Mapping>(template, "AWS::Lambda::EventSourceMapping").flatMap(({ id, properties }) => {
    const { VisibilityTimeout = 30 } = (template.Resources[referred(properties.EventSourceArn)]?.Properties ??
      {}) as Queue;
    const { Timeout = 3 } = (template.Resources[referred(properties.FunctionName)]?.Properties ?? {}) as {
      Timeout?: number;
    };
    const { BatchSize = 10, MaximumBatchingWindowInSeconds: window = 0, ScalingConfig } = properties;
    const most = ScalingConfig?.MaximumConcurrency;
    return [
      ...(VisibilityTimeout >= Timeout
        ? []
        : [`${id}: messages show again after ${VisibilityTimeout} s of ${Timeout} s`]),
      ...(BatchSize <= 10 || window > 0 ? [] : [`${id}: a batch of more than ten needs a window`]),
      ...(most !== undefined && most >= 2 ? [] : [`${id}: wants a limit of at least two at once`]),
    ];
  });
