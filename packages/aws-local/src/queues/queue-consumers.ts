/** The template's event source mappings. */

import type { Functions } from "../functions/functions.ts";
import type { Access } from "../iam/access.ts";
import type { Template } from "../template/template.ts";
import { type Consumers, type Mapping, startConsumers } from "./consumers.ts";
import type { Queues } from "./queues.ts";

interface MappingProperties {
  FunctionName: string;
  EventSourceArn: string;
  BatchSize?: number;
  MaximumBatchingWindowInSeconds?: number;
  ScalingConfig?: { MaximumConcurrency?: number };
  FunctionResponseTypes?: string[];
  Enabled?: boolean;
  FilterCriteria?: unknown;
}

/** Lambda grows to far more pollers; on one machine more would only wait for each other. */
const MOST_CONCURRENT = 5;

/** Throws, as creating the mapping would, when a function's role may not read its queue. */
export function startQueueConsumers(
  template: Template,
  queues: Queues,
  functions: Functions,
  access: Access,
): Consumers {
  const mappings = template
    .all<MappingProperties>("AWS::Lambda::EventSourceMapping")
    .map(({ id, properties }): Mapping => {
      if (properties.FilterCriteria) throw new Error(`${id}: FilterCriteria is not emulated here.`);
      const functionId = functions.idOf(properties.FunctionName);
      for (const action of ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"])
        if (!access.may(functionId, { action: `sqs:${action}`, resource: properties.EventSourceArn }))
          throw new Error(
            `${id}: The function execution role does not have permissions to call ${action} on SQS.`,
          );
      return {
        id,
        functionName: properties.FunctionName,
        queueName: properties.EventSourceArn.split(":").at(-1) ?? "",
        batchSize: Number(properties.BatchSize ?? 10),
        batchingWindowSeconds: Number(properties.MaximumBatchingWindowInSeconds ?? 0),
        maxConcurrency: Number(properties.ScalingConfig?.MaximumConcurrency ?? MOST_CONCURRENT),
        reportsBatchItemFailures:
          properties.FunctionResponseTypes?.includes("ReportBatchItemFailures") ?? false,
        enabled: properties.Enabled !== false,
      };
    });
  return startConsumers({ mappings, queues, invoke: functions.invoke });
}
