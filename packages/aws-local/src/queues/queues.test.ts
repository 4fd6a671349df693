import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { afterEach, expect, test } from "vitest";
import { sdkEndpoint } from "../../test/sdk-endpoint.ts";
import { queuesOf, templateOf } from "../../test/template-under-test.ts";
import type { Template } from "../template/template.ts";
import { openQueues } from "./queues.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const template = templateOf(queuesOf({ VisibilityTimeout: 60 }));

async function start(options: { directory?: string; template?: Template } = {}) {
  const queues = await openQueues(options.template ?? template, options.directory);
  let stopped = false;
  const stop = () => {
    if (!stopped) queues.close();
    stopped = true;
  };
  closing.push(stop);
  const { client, close } = await sdkEndpoint(queues.call);
  closing.push(close);
  const sqs = new SQSClient(client);
  closing.push(() => sqs.destroy());
  return { queues, sqs, stop };
}

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), "queues-"));
  closing.push(() => rmSync(path, { recursive: true }));
  return path;
}

test("the SDK finds the template's queues with their attributes", async () => {
  const { sqs } = await start();
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: "work" }));
  expect(QueueUrl).toBe(template.resolve({ Ref: "work" }));
  const all = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] }));
  expect(all.Attributes).toMatchObject({
    QueueArn: "arn:aws:sqs:eu-west-1:111122223333:work",
    VisibilityTimeout: "60",
    RedrivePolicy: '{"deadLetterTargetArn":"arn:aws:sqs:eu-west-1:111122223333:dead","maxReceiveCount":2}',
  });
});

test("a direct call and the SDK see the same messages", async () => {
  const { queues, sqs } = await start();
  await sqs.send(new SendMessageCommand({ QueueUrl: "work", MessageBody: "one" }));
  const elsewhere = "https://sqs.eu-west-1.amazonaws.com/111122223333/work";
  const received = await queues.call("ReceiveMessage", { QueueUrl: elsewhere });
  expect(received.Messages).toMatchObject([{ Body: "one" }]);
});

test("errors have SQS's names", async () => {
  const { queues } = await start();
  await expect(queues.call("SendMessage", { QueueUrl: "x/none", MessageBody: "a" })).rejects.toMatchObject({
    code: "QueueDoesNotExist",
    status: 400,
  });
  await expect(queues.call("Nonsense", {})).rejects.toMatchObject({ code: "InvalidAction" });
});

test("a message received too often goes to the dead-letter queue and stays there after a restart", async () => {
  const stored = directory();
  const { sqs, stop } = await start({ directory: stored });
  await sqs.send(new SendMessageCommand({ QueueUrl: "work", MessageBody: "poison" }));
  for (let i = 0; i < 2; i++) {
    const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: "work" }));
    const ReceiptHandle = Messages?.[0]?.ReceiptHandle;
    await sqs.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: "work",
        ReceiptHandle,
        VisibilityTimeout: 0,
      }),
    );
  }
  expect((await sqs.send(new ReceiveMessageCommand({ QueueUrl: "work" }))).Messages).toBeUndefined();
  stop();
  const restarted = await start({ directory: stored });
  const { Messages } = await restarted.queues.call("ReceiveMessage", { QueueUrl: "dead" });
  expect(Messages).toMatchObject([{ Body: "poison" }]);
});

test("a killed process loses no message and no receive count", async () => {
  const stored = directory();
  const child = spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { openQueues } from ${JSON.stringify(new URL("queues.ts", import.meta.url).href)};
       import { queuesOf, templateOf } from ${JSON.stringify(new URL("../../test/template-under-test.ts", import.meta.url).href)};
       const queues = await openQueues(templateOf(queuesOf({ VisibilityTimeout: 1 })), ${JSON.stringify(stored)});
       const QueueUrl = "work";
       for (const MessageBody of ["one", "two", "three"]) await queues.call("SendMessage", { QueueUrl, MessageBody });
       const { Messages } = await queues.call("ReceiveMessage", { QueueUrl, MaxNumberOfMessages: 2 });
       await queues.call("DeleteMessage", { QueueUrl, ReceiptHandle: Messages[0].ReceiptHandle });
       process.kill(process.pid, "SIGKILL");`,
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");

  const { queues } = await start({ directory: stored });
  const received = new Map<string, string>();
  while (received.size < 2) {
    const { Messages } = await queues.call("ReceiveMessage", {
      QueueUrl: "work",
      WaitTimeSeconds: 5,
      MaxNumberOfMessages: 10,
      AttributeNames: ["All"],
    });
    for (const { Body, Attributes } of Messages as { Body: string; Attributes: Record<string, string> }[])
      received.set(Body, Attributes.ApproximateReceiveCount ?? "");
  }
  expect(Object.fromEntries(received)).toEqual({ two: "2", three: "1" });
});

test("a restart applies new attributes and deletes queues that the template no longer has", async () => {
  const stored = directory();
  const first = await start({ directory: stored });
  await first.queues.call("SendMessage", { QueueUrl: "dead", MessageBody: "stored" });
  first.stop();
  const { queues } = await start({
    directory: stored,
    template: templateOf({
      dead: { Type: "AWS::SQS::Queue", Properties: { QueueName: "dead", VisibilityTimeout: 7 } },
    }),
  });
  const QueueUrl = "dead";
  const { Attributes } = await queues.call("GetQueueAttributes", { QueueUrl, AttributeNames: ["All"] });
  expect(Attributes).toMatchObject({ VisibilityTimeout: "7", ApproximateNumberOfMessages: "1" });
  await expect(queues.call("PurgeQueue", { QueueUrl: "work" })).rejects.toMatchObject({
    code: "QueueDoesNotExist",
  });
});
