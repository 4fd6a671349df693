import { buildApp } from "fauxqs";
import { AwsError } from "../aws-error.ts";
import { openQueueStores } from "./stores.ts";

export interface QueueOptions {
  region: string;
  account: string;
  port?: number;
  /** Keeps the messages over restarts and kills; without it they live in memory. */
  directory?: string;
  /** `props` are those of an `AWS::SQS::Queue`, with references resolved. */
  queues: { name: string; props: Record<string, unknown> }[];
}

export interface Queues {
  /** The queue's URL, on this machine's SQS. */
  url(name: string): string;
  arn(name: string): string;
  /**
   * One SQS operation in the JSON protocol, such as `SendMessage`. A `QueueUrl` is known by its last part, so
   * one that names another host works too.
   * @throws AwsError
   */
  call(operation: string, input: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Lets receives that wait for a message of this queue return at once. */
  interrupt(name: string): void;
  /** Removes every message. */
  empty(): void;
  close(): Promise<void>;
}

/** SQS, as fauxqs does it, listening on this machine only. Visibility timeouts run in real time. */
export async function openQueues(options: QueueOptions): Promise<Queues> {
  const { region, account } = options;
  const arn = (name: string) => `arn:aws:sqs:${region}:${account}:${name}`;
  const stores = await openQueueStores(options.directory);
  const app = buildApp({ logger: false, defaultRegion: region, stores });
  const host = await app.listen({ port: options.port ?? 0, host: "127.0.0.1" });
  const url = (name: string) => `${host}/${account}/${name}`;

  const { sqsStore } = stores;
  let closing: Promise<void> | undefined;
  const wanted = new Set(options.queues.map((queue) => queue.name));
  for (const queue of [...sqsStore.allQueues()]) if (!wanted.has(queue.name)) sqsStore.deleteQueue(queue.url);
  for (const { name, props } of options.queues) {
    const attributes = queueAttributes(props);
    const kept = sqsStore.getQueueByArn(arn(name));
    if (kept) Object.assign(kept, { url: url(name) }).setAttributes(attributes);
    else sqsStore.createQueue(name, url(name), arn(name), attributes);
  }

  return {
    url: (name) => url(known(name, wanted)),
    arn: (name) => arn(known(name, wanted)),
    async call(operation, input) {
      const answer = await app.inject({
        method: "POST",
        url: "/",
        headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": `AmazonSQS.${operation}` },
        payload: JSON.stringify(input),
      });
      const body: Record<string, unknown> = JSON.parse(answer.body || "{}");
      if (answer.statusCode < 300) return body;
      const code = String(body.__type ?? "InternalFailure").replace(/^.*#/, "");
      throw new AwsError(code, String(body.message ?? "The queue service failed."), answer.statusCode);
    },
    empty() {
      for (const queue of sqsStore.allQueues()) queue.purge();
    },
    interrupt: (name) => sqsStore.getQueueByName(name)?.cancelWaiters(),
    close() {
      const closed = closing ?? app.close().then(() => stores.close());
      closing = closed;
      return closed;
    },
  };
}

function known(name: string, names: Set<string>): string {
  if (!names.has(name)) throw new Error(`There is no queue named ${name}`);
  return name;
}

/** The attributes SQS keeps as text, from a template's properties, where policies are objects. */
function queueAttributes(props: Record<string, unknown>): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [key, value] of Object.entries(props)) {
    if (key === "QueueName" || key === "Tags" || value === undefined) continue;
    attributes[key] = typeof value === "object" ? JSON.stringify(value) : String(value);
  }
  return attributes;
}
