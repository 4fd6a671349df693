import { setTimeout as wait } from "node:timers/promises";
import type { Queues } from "./queues.ts";
import { failedMessages, type Message, sqsEvent } from "./sqs-event.ts";

/** One `AWS::Lambda::EventSourceMapping` of a queue. */
export interface Mapping {
  id: string;
  functionName: string;
  queueName: string;
  /** Messages for one invocation at most; above 10 needs a batching window. */
  batchSize: number;
  batchingWindowSeconds: number;
  /** Invocations at the same time at most. */
  maxConcurrency: number;
  reportsBatchItemFailures: boolean;
  enabled: boolean;
  filter?: never;
}

export interface Consumers {
  /** Takes no more messages, and waits for the invocations under way. */
  stop(): Promise<void>;
  /**
   * Resolves when no message of a mapped queue is visible or in flight and no invocation is under way. A message
   * that failed is in flight until its visibility timeout. Delayed messages are not waited for.
   */
  idle(): Promise<void>;
}

/** What one receive waits for a message, in seconds, as Lambda's pollers do. */
const LONG_POLL = 20;

/**
 * Lambda's pollers: they feed the queues' messages to functions. What a function took is deleted; what it failed
 * (by throwing, or by naming it where the mapping lets it) stays and reappears after its visibility timeout, until
 * the queue's redrive policy moves it to the dead-letter queue.
 * @param options.invoke rejects when the function failed or ran out of time.
 */
export function startConsumers(options: {
  mappings: Mapping[];
  queues: Queues;
  invoke(functionName: string, event: unknown): Promise<unknown>;
}): Consumers {
  const { queues, invoke } = options;
  const mappings = options.mappings.filter((mapping) => mapping.enabled);
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  const pollers = mappings.map(poll);

  async function poll(mapping: Mapping): Promise<void> {
    const mine = new Set<Promise<void>>();
    while (!stopping.signal.aborted) {
      try {
        const batch = await gather(mapping);
        if (batch.length === 0) continue;
        const handling: Promise<void> = handle(mapping, batch).finally(() => {
          mine.delete(handling);
          underWay.delete(handling);
        });
        mine.add(handling);
        underWay.add(handling);
        if (mine.size >= mapping.maxConcurrency) await Promise.race(mine);
      } catch {
        // The queue service did not answer: messages come back after their visibility timeout.
        await wait(1000, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
      }
    }
  }

  /** A batch that is full, or that the batching window closed. */
  async function gather(mapping: Mapping): Promise<Message[]> {
    const batch = await receive(mapping, mapping.batchSize, LONG_POLL);
    const closes = Date.now() + mapping.batchingWindowSeconds * 1000;
    while (batch.length > 0 && batch.length < mapping.batchSize && !stopping.signal.aborted) {
      const left = (closes - Date.now()) / 1000;
      if (left <= 0) break;
      batch.push(...(await receive(mapping, mapping.batchSize - batch.length, Math.min(left, LONG_POLL))));
    }
    return batch;
  }

  async function receive(mapping: Mapping, most: number, seconds: number): Promise<Message[]> {
    const { Messages } = await queues.call("ReceiveMessage", {
      QueueUrl: queues.url(mapping.queueName),
      MaxNumberOfMessages: Math.min(most, 10),
      WaitTimeSeconds: seconds,
      MessageSystemAttributeNames: ["All"],
      MessageAttributeNames: ["All"],
    });
    return Array.isArray(Messages) ? Messages : [];
  }

  async function handle(mapping: Mapping, batch: Message[]): Promise<void> {
    try {
      const answer = await invoke(mapping.functionName, sqsEvent(batch, queues.arn(mapping.queueName)));
      const failed = mapping.reportsBatchItemFailures ? failedMessages(answer, batch) : new Set<string>();
      const done = batch.filter((message) => !failed.has(message.MessageId));
      for (let i = 0; i < done.length; i += 10)
        await queues.call("DeleteMessageBatch", {
          QueueUrl: queues.url(mapping.queueName),
          Entries: done
            .slice(i, i + 10)
            .map(({ ReceiptHandle }, entry) => ({ Id: String(entry), ReceiptHandle })),
        });
    } catch {
      // The whole batch stays in flight and reappears.
    }
  }

  async function quiet(queueName: string): Promise<boolean> {
    const names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"];
    const { Attributes } = await queues.call("GetQueueAttributes", {
      QueueUrl: queues.url(queueName),
      AttributeNames: names,
    });
    return Object.values(Attributes ?? {}).every((count) => count === "0");
  }

  return {
    async stop() {
      stopping.abort();
      // Again and again, as a receive may be about to start waiting.
      const interrupting = setInterval(() => {
        for (const mapping of mappings) queues.interrupt(mapping.queueName);
      }, 5);
      await Promise.all(pollers).finally(() => clearInterval(interrupting));
      await Promise.all(underWay);
    },
    async idle() {
      while (!stopping.signal.aborted) {
        const each = await Promise.all(mappings.map((mapping) => quiet(mapping.queueName)));
        if (underWay.size === 0 && each.every(Boolean)) return;
        await wait(10);
      }
    },
  };
}
