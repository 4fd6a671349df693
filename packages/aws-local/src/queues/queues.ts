/** SQS with the template's queues, by fauxqs. Visibility timeouts run in real time. */
import { DatabaseSync } from "node:sqlite";
import type { buildApp } from "fauxqs";
import { AwsError } from "../aws-error.ts";
import { arn } from "../template/resource-names.ts";
import type { Template } from "../template/template.ts";

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>["stores"]>;
type SqsStore = Stores["sqsStore"];
type Journal = NonNullable<SqsStore["persistence"]>;

/** Imports a module of fauxqs. The package exports only a server with more services, which listens on all addresses. */
const fauxqs = (path: string) => import(new URL(path, import.meta.resolve("fauxqs")).href);

async function openQueueStore(directory: string | undefined) {
  const { SqsStore }: { SqsStore: new () => SqsStore } = await fauxqs("./sqs/sqsStore.js");
  const store = new SqsStore();
  // fauxqs finds queues by its own account, 000000000000; find them only by name.
  const queueByName = (path: string) => store.getQueueByName(path.split(/[:/]/).at(-1) ?? "");
  store.getQueue = queueByName;
  store.getQueueByArn = queueByName;
  if (directory === undefined) return { store, close: () => store.shutdown() };

  const { SnsStore }: { SnsStore: new () => Stores["snsStore"] } = await fauxqs("./sns/snsStore.js");
  const { PersistenceManager }: { PersistenceManager: new (directory: string) => Journal } =
    await fauxqs("./persistence.js");
  const journal = new PersistenceManager(directory);
  journal.loadSqsAndSns(store, new SnsStore());
  store.persistence = journal;
  for (const queue of store.allQueues()) queue.persistence = journal;

  // fauxqs 2.4.1 sets the receive count to null here, which its own table forbids.
  const database = new DatabaseSync(`${directory}/fauxqs.db`);
  const makeVisible = database.prepare(
    "UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?",
  );
  journal.updateMessageReady = (messageId) => void makeVisible.run(messageId);
  return {
    store,
    close() {
      store.shutdown();
      database.close();
      journal.close();
    },
  };
}

export type Queues = Awaited<ReturnType<typeof openQueues>>;
type Properties = Record<string, unknown>;

/** @param directory keeps the messages across restarts and crashes; without it they are in memory */
export async function openQueues(template: Template, directory?: string) {
  const { store, close } = await openQueueStore(directory);
  const definitions = template.all<Properties>("AWS::SQS::Queue");
  for (const queue of [...store.allQueues()])
    if (!definitions.some(({ name }) => name === queue.name)) store.deleteQueue(queue.url);
  for (const { id, name, properties } of definitions) {
    const attributes = queueAttributes(properties);
    const url = template.resolve({ Ref: id }) as string;
    const stored = store.getQueueByArn(arn("sqs", name));
    if (stored) Object.assign(stored, { url }).setAttributes(attributes);
    else store.createQueue(name, url, arn("sqs", name), attributes);
  }

  /** Runs an operation such as `SendMessage`. The queue's name is enough as `QueueUrl`. @throws AwsError */
  async function call(operation: string, input: Properties): Promise<Properties> {
    const name = operation.charAt(0).toLowerCase() + operation.slice(1);
    const actions = /^\w+$/.test(name) ? await fauxqs(`./sqs/actions/${name}.js`).catch(() => ({})) : {};
    if (!actions[name]) throw new AwsError("InvalidAction", `${operation} is not supported.`);
    try {
      return (await actions[name](input, store, { headers: {} })) ?? {};
    } catch (error) {
      const { code, message, statusCode } = error as Error & { code?: string; statusCode?: number };
      throw new AwsError(code ?? "InternalFailure", message, statusCode ?? 500);
    }
  }

  return {
    call,
    send(QueueUrl: string, MessageBody: string, attributes: Record<string, string>) {
      const values = Object.entries(attributes).map(([name, value]) => [name, textAttribute(value)]);
      return call("SendMessage", { QueueUrl, MessageBody, MessageAttributes: Object.fromEntries(values) });
    },
    /** Deletes all messages, and forgets which ones a FIFO queue has seen. */
    clear() {
      for (const queue of store.allQueues()) {
        queue.purge();
        queue.deduplicationCache.clear();
      }
    },
    /** Ends all long polls of a queue. */
    interrupt: (name: string) => store.getQueueByName(name)?.cancelWaiters(),
    close,
  };
}

const textAttribute = (StringValue: string) => ({ DataType: "String", StringValue });

/** In template properties, policies are objects. */
const toText = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));
const queueAttributes = ({ QueueName: _name, Tags: _tags, ...properties }: Properties) =>
  Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, toText(value)]));
