/** SQS, as fauxqs does it: the template's queues. Visibility timeouts run in real time. */
import { AwsError } from "../aws-error.ts";
import { arn } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";
import { fauxqs, openQueueStore } from "./stores.ts";

export type Queues = Awaited<ReturnType<typeof openQueues>>;
type Properties = Record<string, unknown>;

/** @param directory keeps the messages over restarts and kills; without it they live in memory. */
export async function openQueues(template: Template, directory?: string) {
  const { store, close } = await openQueueStore(directory);
  const declared = template.all<Properties>("AWS::SQS::Queue");
  for (const queue of [...store.allQueues()])
    if (!declared.some(({ name }) => name === queue.name)) store.deleteQueue(queue.url);
  for (const { id, name, properties } of declared) {
    const attributes = queueAttributes(properties);
    const url = template.resolve({ Ref: id }) as string;
    const kept = store.getQueueByArn(arn("sqs", name));
    if (kept) Object.assign(kept, { url }).setAttributes(attributes);
    else store.createQueue(name, url, arn("sqs", name), attributes);
  }

  /**
   * One SQS operation in the JSON protocol, such as `SendMessage`. A `QueueUrl` is known by its last part: the queue's
   * name is enough.
   * @throws AwsError
   */
  async function call(operation: string, input: Properties): Promise<Properties> {
    const name = operation.charAt(0).toLowerCase() + operation.slice(1);
    const actions = /^\w+$/.test(name) ? await fauxqs(`./sqs/actions/${name}.js`).catch(() => ({})) : {};
    if (!actions[name]) throw new AwsError("InvalidAction", `${operation} does not run here.`);
    try {
      return (await actions[name](input, store, { headers: {} })) ?? {};
    } catch (error) {
      const { code, message, statusCode } = error as Error & { code?: string; statusCode?: number };
      throw new AwsError(code ?? "InternalFailure", message, statusCode ?? 500);
    }
  }

  return {
    call,
    /** Puts a message on a queue in a service's name. */
    send: (queueName: string, MessageBody: string, attributes: Record<string, string>) =>
      call("SendMessage", {
        QueueUrl: queueName,
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
      for (const queue of store.allQueues()) queue.purge();
    },
    /** Lets receives that wait for a message of this queue return at once. */
    interrupt: (name: string) => store.getQueueByName(name)?.cancelWaiters(),
    close,
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
