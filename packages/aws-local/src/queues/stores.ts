import { DatabaseSync } from "node:sqlite";
import type { buildApp } from "fauxqs";

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>["stores"]>;
type Journal = NonNullable<Stores["sqsStore"]["persistence"]>;

/** Where fauxqs keeps its state. `close` writes out what is left. */
export interface QueueStores extends Stores {
  close(): void;
}

/**
 * fauxqs's own stores. Its package exports the persistence only through a server that listens on every address,
 * so the parts are loaded from beside its entry point, and put together as that server does.
 */
export async function openQueueStores(directory: string | undefined): Promise<QueueStores> {
  const part = (path: string) => import(new URL(path, import.meta.resolve("fauxqs")).href);
  const { SqsStore }: { SqsStore: new () => Stores["sqsStore"] } = await part("./sqs/sqsStore.js");
  const { SnsStore }: { SnsStore: new () => Stores["snsStore"] } = await part("./sns/snsStore.js");
  const { S3Store }: { S3Store: new () => Stores["s3Store"] } = await part("./s3/s3Store.js");
  const stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
  // fauxqs has an account of its own, 000000000000, and looks queues up by it; here the name alone decides.
  const named = (path: string) => stores.sqsStore.getQueueByName(path.split(/[:/]/).at(-1) ?? "");
  stores.sqsStore.getQueue = named;
  stores.sqsStore.getQueueByArn = named;
  if (directory === undefined) return { ...stores, close() {} };

  const {
    PersistenceManager,
  }: { PersistenceManager: { new (directory: string): Journal; prototype: Journal } } =
    await part("./persistence.js");
  const journal = new PersistenceManager(directory);
  journal.loadSqsAndSns(stores.sqsStore, stores.snsStore);
  stores.sqsStore.persistence = journal;
  for (const queue of stores.sqsStore.allQueues()) queue.persistence = journal;

  // fauxqs 2.4.1 empties the receive count here, which its own table forbids: making a message visible at once
  // would fail.
  const database = new DatabaseSync(`${directory}/fauxqs.db`);
  const makeVisible = database.prepare(
    "UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?",
  );
  journal.updateMessageReady = (messageId) => {
    makeVisible.run(messageId);
  };
  // It moves a message to the dead-letter queue by deleting and inserting it. Inserting alone replaces it, so that a
  // kill in between loses nothing.
  const leaving = new Set<string>();
  const { deleteMessage, insertMessage } = PersistenceManager.prototype;
  journal.deleteMessage = (messageId) => {
    leaving.add(messageId);
    queueMicrotask(() => {
      if (leaving.delete(messageId)) deleteMessage.call(journal, messageId);
    });
  };
  journal.insertMessage = (queueName, message) => {
    insertMessage.call(journal, queueName, message);
    leaving.delete(message.messageId);
  };
  return {
    ...stores,
    close() {
      database.close();
      journal.close();
    },
  };
}
