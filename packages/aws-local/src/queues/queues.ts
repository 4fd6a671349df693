/** SQS, as fauxqs does it: the template's queues. Visibility timeouts run in real time. */
import { buildApp } from "fauxqs";
import { AwsError } from "../aws-error.ts";
import { ACCOUNT, arn, REGION } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { openQueueStores } from "./stores.ts";

export type Queues = Awaited<ReturnType<typeof openQueues>>;
type Properties = Record<string, unknown>;

/** @param directory keeps the messages over restarts and kills; without it they live in memory. */
export async function openQueues(template: Template, directory?: string) {
  const stores = await openQueueStores(directory);
  const app = buildApp({ logger: false, defaultRegion: REGION, stores });
  const host = await app.listen({ port: 0, host: "127.0.0.1" });
  const url = (name: string) => `${host}/${ACCOUNT}/${name}`;

  let closed: Promise<void> | undefined;
  const { sqsStore } = stores;
  const declared = template.all<Properties>("AWS::SQS::Queue");
  for (const queue of [...sqsStore.allQueues()])
    if (!declared.some(({ name }) => name === queue.name)) sqsStore.deleteQueue(queue.url);
  for (const { name, properties } of declared) {
    const attributes = queueAttributes(properties);
    const kept = sqsStore.getQueueByArn(arn("sqs", name));
    if (kept) Object.assign(kept, { url: url(name) }).setAttributes(attributes);
    else sqsStore.createQueue(name, url(name), arn("sqs", name), attributes);
  }

  /**
   * One SQS operation in the JSON protocol, such as `SendMessage`. A `QueueUrl` is known by its last part, so one
   * that names another host works too.
   * @throws AwsError
   */
  async function call(operation: string, input: Properties): Promise<Properties> {
    const answer = await app.inject({
      method: "POST",
      url: "/",
      headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": `AmazonSQS.${operation}` },
      payload: JSON.stringify(input),
    });
    const body: Properties = JSON.parse(answer.body || "{}");
    if (answer.statusCode < 300) return body;
    const code = String(body.__type ?? "InternalFailure").replace(/^.*#/, "");
    throw new AwsError(code, String(body.message ?? "The queue service failed."), answer.statusCode);
  }

  return {
    url,
    call,
    /** Puts a message on a queue in a service's name. */
    send: (queueName: string, MessageBody: string, attributes: Record<string, string>) =>
      call("SendMessage", {
        QueueUrl: url(queueName),
        MessageBody,
        MessageAttributes: Object.fromEntries(
          Object.entries(attributes).map(([name, StringValue]) => [
            name,
            { DataType: "String", StringValue },
          ]),
        ),
      }),
    /** Removes every message. */
    empty() {
      for (const queue of sqsStore.allQueues()) queue.purge();
    },
    /** Lets receives that wait for a message of this queue return at once. */
    interrupt: (name: string) => sqsStore.getQueueByName(name)?.cancelWaiters(),
    close: () => (closed ??= app.close().then(() => stores.close())),
  };
}

/** The attributes SQS keeps as text, from a template's properties, where policies are objects. */
const queueAttributes = ({ QueueName: _name, Tags: _tags, ...properties }: Properties) =>
  Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [
      key,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  );
