import { DatabaseSync } from "node:sqlite";
import type { buildApp } from "fauxqs";

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>["stores"]>;
type SqsStore = Stores["sqsStore"];
type Journal = NonNullable<SqsStore["persistence"]>;

/** Imports a module of fauxqs. The package exports only a server with more services, which listens on all addresses. */
export const fauxqs = (path: string) => import(new URL(path, import.meta.resolve("fauxqs")).href);

export async function openQueueStore(directory: string | undefined) {
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
  journal.updateMessageReady = (messageId) => {
    makeVisible.run(messageId);
  };
  return {
    store,
    close() {
      store.shutdown();
      database.close();
      journal.close();
    },
  };
}
