/** Lambda's pollers: the template's event source mappings. */
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import type { Functions } from "../functions/functions.ts";
import type { Access } from "../iam/access.ts";
import { readAll, type Template } from "../template/template.ts";
import type { Queues } from "./queues.ts";
import { failedMessages, type Message, sqsEvent } from "./sqs-event.ts";

/** What of AWS::Lambda::EventSourceMapping runs here; above 10 messages a batch would need a window. */
const Properties = z.object({
  FunctionName: z.string(),
  EventSourceArn: z.string(),
  BatchSize: z.coerce.number().max(10).default(10),
  MaximumBatchingWindowInSeconds: z.literal(0).default(0),
  /** Lambda grows to far more pollers; on one machine more would only wait for each other. */
  ScalingConfig: z.object({ MaximumConcurrency: z.coerce.number().default(5) }).prefault({}),
  FunctionResponseTypes: z.array(z.literal("ReportBatchItemFailures")).default([]),
  Enabled: z.boolean().default(true),
  FilterCriteria: z.undefined().optional(),
});

/** What one receive waits for a message, in seconds, as Lambda's pollers do. */
const LONG_POLL = 20;

/**
 * They feed the queues' messages to functions. What a function took is deleted; what it failed (by throwing, or by
 * naming it where the mapping lets it) stays and reappears after its visibility timeout, until the queue's redrive
 * policy moves it to the dead-letter queue.
 * Throws, as creating the mapping would, when a function's role may not read its queue.
 */
export function startConsumers(
  template: Template,
  queues: Queues,
  functions: Pick<Functions, "idOf" | "invoke">,
  access: Pick<Access, "may">,
) {
  const stopping = new AbortController();
  const mappings = readAll(template, "AWS::Lambda::EventSourceMapping", Properties)
    .map(({ id, properties: mapping }) => {
      const functionId = functions.idOf(mapping.FunctionName);
      for (const action of ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"])
        if (!access.may(functionId, { action: `sqs:${action}`, resource: mapping.EventSourceArn }))
          throw new Error(
            `${id}: The function execution role does not have permissions to call ${action} on SQS.`,
          );
      const queueName = mapping.EventSourceArn.split(":").at(-1) ?? "";
      return { ...mapping, queueName, underWay: new Set<Promise<void>>() };
    })
    .filter(({ Enabled }) => Enabled);
  type Mapping = (typeof mappings)[number];
  const pollers = mappings.map(poll);

  async function poll(mapping: Mapping): Promise<void> {
    const { underWay } = mapping;
    while (!stopping.signal.aborted) {
      try {
        const batch = await receive(mapping);
        if (batch.length === 0) continue;
        const handling: Promise<void> = handle(mapping, batch).finally(() => underWay.delete(handling));
        underWay.add(handling);
        if (underWay.size >= mapping.ScalingConfig.MaximumConcurrency) await Promise.race(underWay);
      } catch {
        // The queue service did not answer: messages come back after their visibility timeout.
        await wait(1000, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async function receive({ queueName, BatchSize }: Mapping): Promise<Message[]> {
    const { Messages } = await queues.call("ReceiveMessage", {
      QueueUrl: queueName,
      MaxNumberOfMessages: BatchSize,
      WaitTimeSeconds: LONG_POLL,
      MessageSystemAttributeNames: ["All"],
      MessageAttributeNames: ["All"],
    });
    return Array.isArray(Messages) ? Messages : [];
  }

  async function handle(mapping: Mapping, batch: Message[]): Promise<void> {
    try {
      const answer = await functions.invoke(mapping.FunctionName, sqsEvent(batch, mapping.EventSourceArn));
      const reports = mapping.FunctionResponseTypes.length > 0;
      const failed = reports ? failedMessages(answer, batch) : new Set<string>();
      const done = batch.filter((message) => !failed.has(message.MessageId));
      if (done.length === 0) return;
      await queues.call("DeleteMessageBatch", {
        QueueUrl: mapping.queueName,
        Entries: done.map(({ ReceiptHandle }, entry) => ({ Id: String(entry), ReceiptHandle })),
      });
    } catch {
      // The whole batch stays in flight and reappears.
    }
  }

  async function quiet({ queueName, underWay }: Mapping): Promise<boolean> {
    const { Attributes } = await queues.call("GetQueueAttributes", {
      QueueUrl: queueName,
      AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    });
    return underWay.size === 0 && Object.values(Attributes ?? {}).every((count) => count === "0");
  }

  return {
    /** Takes no more messages, and waits for the invocations under way. */
    async stop(): Promise<void> {
      stopping.abort();
      // Again and again, as a receive may be about to start waiting.
      const interrupting = setInterval(() => {
        for (const { queueName } of mappings) queues.interrupt(queueName);
      }, 5);
      await Promise.all(pollers).finally(() => clearInterval(interrupting));
      await Promise.all(mappings.flatMap(({ underWay }) => [...underWay]));
    },
    /**
     * Resolves when no message of a mapped queue is visible or in flight and no invocation is under way. A message
     * that failed is in flight until its visibility timeout. Delayed messages are not waited for.
     */
    async idle(): Promise<void> {
      while (!stopping.signal.aborted) {
        if ((await Promise.all(mappings.map(quiet))).every(Boolean)) return;
        await wait(10);
      }
    },
  };
}
