/** Lambda's pollers: the template's event source mappings. */
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import type { Functions } from "../functions/functions.ts";
import type { Access } from "../iam/access.ts";
import { readAll, type Template } from "../template/template.ts";
import type { Queues } from "./queues.ts";
import { failedMessages, type Message, sqsEvent } from "./sqs-event.ts";

/** The supported properties of AWS::Lambda::EventSourceMapping. Batches above 10 messages would need a window. */
const Properties = z.object({
  FunctionName: z.string(),
  EventSourceArn: z.string(),
  BatchSize: z.coerce.number().max(10).default(10),
  MaximumBatchingWindowInSeconds: z.literal(0).default(0),
  /** Lambda's default is far higher; on one machine more would only wait for each other. */
  ScalingConfig: z.object({ MaximumConcurrency: z.coerce.number().default(5) }).prefault({}),
  FunctionResponseTypes: z.array(z.literal("ReportBatchItemFailures")).default([]),
  Enabled: z.boolean().default(true),
  FilterCriteria: z.undefined().optional(),
});

const LONG_POLL_SECONDS = 20;

/** Throws, as creating a mapping would, if a function's role may not read its queue. */
export function startConsumers(
  template: Template,
  queues: Queues,
  functions: Pick<Functions, "idOf" | "invoke">,
  access: Pick<Access, "isAllowed">,
) {
  const stopping = new AbortController();
  const mappings = readAll(template, "AWS::Lambda::EventSourceMapping", Properties)
    .map(({ id, properties: mapping }) => {
      const functionId = functions.idOf(mapping.FunctionName);
      for (const action of ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"])
        if (!access.isAllowed(functionId, { action: `sqs:${action}`, resource: mapping.EventSourceArn }))
          throw new Error(
            `${id}: The function execution role does not have permissions to call ${action} on SQS.`,
          );
      const queueName = mapping.EventSourceArn.split(":").at(-1) ?? "";
      return { ...mapping, queueName, invocations: new Set<Promise<void>>() };
    })
    .filter(({ Enabled }) => Enabled);
  type Mapping = (typeof mappings)[number];
  const pollers = mappings.map(poll);

  async function poll(mapping: Mapping): Promise<void> {
    const { invocations } = mapping;
    while (!stopping.signal.aborted) {
      try {
        const batch = await receive(mapping);
        if (batch.length === 0) continue;
        const handling: Promise<void> = handle(mapping, batch).finally(() => invocations.delete(handling));
        invocations.add(handling);
        if (invocations.size >= mapping.ScalingConfig.MaximumConcurrency) await Promise.race(invocations);
      } catch {
        // The queue service failed: messages reappear after their visibility timeout.
        await wait(1000, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      }
    }
  }

  async function receive({ queueName, BatchSize }: Mapping): Promise<Message[]> {
    const { Messages } = await queues.call("ReceiveMessage", {
      QueueUrl: queueName,
      MaxNumberOfMessages: BatchSize,
      WaitTimeSeconds: LONG_POLL_SECONDS,
      MessageSystemAttributeNames: ["All"],
      MessageAttributeNames: ["All"],
    });
    return Array.isArray(Messages) ? Messages : [];
  }

  async function handle(mapping: Mapping, batch: Message[]): Promise<void> {
    try {
      const result = await functions.invoke(mapping.FunctionName, sqsEvent(batch, mapping.EventSourceArn));
      const reportsFailures = mapping.FunctionResponseTypes.length > 0;
      const failed = reportsFailures ? failedMessages(result, batch) : new Set<string>();
      const handled = batch.filter((message) => !failed.has(message.MessageId));
      if (handled.length === 0) return;
      await queues.call("DeleteMessageBatch", {
        QueueUrl: mapping.queueName,
        Entries: handled.map(({ ReceiptHandle }, entry) => ({ Id: String(entry), ReceiptHandle })),
      });
    } catch {
      // The whole batch stays in flight and reappears.
    }
  }

  async function isIdle({ queueName, invocations }: Mapping): Promise<boolean> {
    const { Attributes } = await queues.call("GetQueueAttributes", {
      QueueUrl: queueName,
      AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    });
    return invocations.size === 0 && Object.values(Attributes ?? {}).every((count) => count === "0");
  }

  return {
    /** Receives no more messages, and waits for the current invocations. */
    async stop(): Promise<void> {
      stopping.abort();
      // Repeat, because a receive may be about to start waiting.
      const interrupting = setInterval(() => {
        for (const { queueName } of mappings) queues.interrupt(queueName);
      }, 5);
      await Promise.all(pollers).finally(() => clearInterval(interrupting));
      await Promise.all(mappings.flatMap(({ invocations }) => [...invocations]));
    },
    /** Resolves when no message is visible or in flight and no invocation is running. Ignores delayed messages. */
    async idle(): Promise<void> {
      while (!stopping.signal.aborted) {
        if ((await Promise.all(mappings.map(isIdle))).every(Boolean)) return;
        await wait(10);
      }
    },
  };
}
