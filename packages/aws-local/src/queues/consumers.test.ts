import { createHash } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { queuesOf, templateOf } from "../../test/template-under-test.ts";
import { startConsumers } from "./consumers.ts";
import { openQueues, type Queues } from "./queues.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Event {
  Records: { messageId: string; body: string; attributes: Record<string, string> }[];
}

async function start(
  change: Record<string, unknown>,
  invoke: (event: Event) => unknown,
  props: Record<string, unknown> = { VisibilityTimeout: 1 },
) {
  const template = templateOf({
    ...queuesOf(props),
    Mapping: {
      Type: "AWS::Lambda::EventSourceMapping",
      Properties: {
        FunctionName: "send",
        EventSourceArn: { "Fn::GetAtt": ["work", "Arn"] },
        ScalingConfig: { MaximumConcurrency: 2 },
        ...change,
      },
    },
  });
  const queues = await openQueues(template);
  closing.push(() => queues.close());
  const functions = {
    idOf: (name: string) => name,
    invoke: async (_: string, event: unknown) => invoke(event as Event),
  };
  const consume = () => {
    const consumers = startConsumers(template, queues, functions, { isAllowed: () => true });
    closing.push(() => consumers.stop());
    return consumers;
  };
  return { queues, consume };
}

async function send(queues: Queues, ...bodies: string[]): Promise<void> {
  for (const MessageBody of bodies) await queues.call("SendMessage", { QueueUrl: "work", MessageBody });
}

async function bodiesIn(queues: Queues, name: string): Promise<string[]> {
  const { Messages } = await queues.call("ReceiveMessage", {
    QueueUrl: name,
    MaxNumberOfMessages: 10,
  });
  return ((Messages ?? []) as { Body: string }[]).map((message) => message.Body).sort();
}

test("a function gets Lambda's records, and handled messages are deleted", async () => {
  const events: Event[] = [];
  const { queues, consume } = await start({}, (event) => void events.push(event));
  await queues.call("SendMessage", {
    QueueUrl: "work",
    MessageBody: '{"id":1}',
    MessageAttributes: { kind: { DataType: "String", StringValue: "upcoming" } },
  });
  await consume().idle();
  expect(events).toEqual([
    {
      Records: [
        {
          messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          receiptHandle: expect.any(String),
          body: '{"id":1}',
          attributes: {
            ApproximateReceiveCount: "1",
            SentTimestamp: expect.stringMatching(/^\d{13}$/),
            SenderId: expect.any(String),
            ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
          },
          messageAttributes: {
            kind: { stringValue: "upcoming", stringListValues: [], binaryListValues: [], dataType: "String" },
          },
          md5OfMessageAttributes: expect.any(String),
          md5OfBody: createHash("md5").update('{"id":1}').digest("hex"),
          eventSource: "aws:sqs",
          eventSourceARN: "arn:aws:sqs:eu-west-1:111122223333:work",
          awsRegion: "eu-west-1",
        },
      ],
    },
  ]);
});

test("a batch whose function throws reappears, then goes to the dead-letter queue", async () => {
  const counts: (string | undefined)[] = [];
  const { queues, consume } = await start({}, (event) => {
    counts.push(...event.Records.map((record) => record.attributes.ApproximateReceiveCount));
    throw new Error("no");
  });
  await send(queues, "a", "b");
  await consume().idle();
  expect(counts).toEqual(["1", "1", "2", "2"]);
  expect(await bodiesIn(queues, "dead")).toEqual(["a", "b"]);
});

test("with batch item failures enabled, only the reported messages stay", async () => {
  const { queues, consume } = await start(
    { FunctionResponseTypes: ["ReportBatchItemFailures"] },
    (event) => ({
      batchItemFailures: event.Records.filter((record) => record.body === "bad").map(({ messageId }) => ({
        itemIdentifier: messageId,
      })),
    }),
  );
  await send(queues, "good", "bad", "fine");
  await consume().idle();
  expect(await bodiesIn(queues, "dead")).toEqual(["bad"]);
});

test("with batch item failures disabled, reported messages are deleted", async () => {
  const { queues, consume } = await start({}, (event) => ({
    batchItemFailures: [{ itemIdentifier: event.Records[0]?.messageId }],
  }));
  await send(queues, "a");
  await consume().idle();
  expect(await bodiesIn(queues, "dead")).toEqual([]);
});

test("the mapping's maximum concurrency is respected", async () => {
  let running = 0;
  let maxRunning = 0;
  const waiting: (() => void)[] = [];
  const { queues, consume } = await start(
    { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } },
    async () => {
      maxRunning = Math.max(maxRunning, ++running);
      if (waiting.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      else waiting.pop()?.();
      running--;
    },
    { VisibilityTimeout: 30 },
  );
  await send(queues, "a", "b", "c", "d", "e", "f");
  await consume().idle();
  expect(maxRunning).toBe(2);
});

/** A queue whose messages are delayed and in groups; the failed ones of a group go to `dead`. */
const fifo = { FifoQueue: true, VisibilityTimeout: 1, DelaySeconds: 1 };

async function sendToGroup(queues: Queues, group: string, ...bodies: string[]): Promise<void> {
  for (const body of bodies) {
    const ids = { MessageGroupId: group, MessageDeduplicationId: body };
    await queues.call("SendMessage", { QueueUrl: "work", MessageBody: body, ...ids });
  }
}

/** `idle` ignores delayed messages. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

test("a FIFO queue gives the messages of a group in order, one at a time, after its delay", async () => {
  const handled: string[] = [];
  let running = 0;
  let maxRunning = 0;
  const { queues, consume } = await start(
    { BatchSize: 10 },
    async ({ Records }) => {
      maxRunning = Math.max(maxRunning, ++running);
      await new Promise((resolve) => setTimeout(resolve, 50));
      handled.push(...Records.map(({ body }) => body));
      running--;
    },
    fifo,
  );
  consume();
  const sentAt = performance.now();
  await sendToGroup(queues, "papers", "a", "b", "c");
  // The same message within five minutes.
  await sendToGroup(queues, "papers", "a", "b");
  await until(() => handled.length > 0);
  expect(performance.now() - sentAt).toBeGreaterThan(900);
  await until(() => handled.length === 3);
  await sendToGroup(queues, "papers", "a", "d");
  await until(() => handled.includes("d"));
  expect([handled, maxRunning]).toEqual([["a", "b", "c", "d"], 1]);
  // After a reset, it is a new message.
  queues.clear();
  await sendToGroup(queues, "papers", "a");
  await until(() => handled.length === 5);
});

test("a message that fails holds back its group, and no other one, until it is a dead letter", async () => {
  const handled: string[] = [];
  const { queues, consume } = await start(
    { BatchSize: 1 },
    ({ Records }) => {
      handled.push(...Records.map(({ body }) => body));
      if (Records.some(({ body }) => body === "bad")) throw new Error("no");
    },
    { ...fifo, DelaySeconds: 0 },
  );
  await sendToGroup(queues, "papers", "bad", "good");
  await sendToGroup(queues, "others", "other");
  consume();
  await until(() => handled.includes("good"));
  expect(handled.filter((body) => body !== "other")).toEqual(["bad", "bad", "good"]);
  expect(handled.indexOf("other")).toBeLessThan(2);
  expect(await bodiesIn(queues, "dead")).toEqual(["bad"]);
});

test("a disabled mapping receives nothing", async () => {
  const { queues, consume } = await start({ Enabled: false }, () => expect.fail());
  await send(queues, "a");
  const consumers = consume();
  await consumers.idle();
  await consumers.stop();
  expect(await bodiesIn(queues, "work")).toEqual(["a"]);
});

test("stopping waits for the function, leaves other messages in the queue and interrupts a long poll", async () => {
  const startedAt = performance.now();
  let finish = () => {};
  let markStarted = () => {};
  const functionStarted = new Promise<void>((resolve) => (markStarted = resolve));
  const { queues, consume } = await start(
    { BatchSize: 1, ScalingConfig: { MaximumConcurrency: 1 } },
    () => {
      markStarted();
      return new Promise<void>((resolve) => (finish = resolve));
    },
    { VisibilityTimeout: 30 },
  );
  await send(queues, "first", "second");
  const consumers = consume();
  await functionStarted;
  const stopped = consumers.stop();
  finish();
  await stopped;
  expect(await bodiesIn(queues, "work")).toEqual(["second"]);

  const idle = consume();
  await idle.stop();
  expect(performance.now() - startedAt).toBeLessThan(15_000); // A long poll takes twenty seconds.
});
