import { DatabaseSync } from "node:sqlite";
import type { buildApp } from "fauxqs";

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>["stores"]>;
type SqsStore = Stores["sqsStore"];
type Journal = NonNullable<SqsStore["persistence"]>;

/**
 * A part of fauxqs. Its package exports all of them as one server, which also has SNS and S3, and listens on every
 * address when it keeps anything; so they are loaded from beside its entry point.
 */
export const fauxqs = (path: string) => import(new URL(path, import.meta.resolve("fauxqs")).href);

/** fauxqs's queues; `close` writes out what is left. */
export async function openQueueStore(directory: string | undefined) {
  const { SqsStore }: { SqsStore: new () => SqsStore } = await fauxqs("./sqs/sqsStore.js");
  const store = new SqsStore();
  // fauxqs has an account of its own, 000000000000, and looks queues up by it; here the name alone decides.
  const named = (path: string) => store.getQueueByName(path.split(/[:/]/).at(-1) ?? "");
  store.getQueue = named;
  store.getQueueByArn = named;
  if (directory === undefined) return { store, close: () => store.shutdown() };

  const { SnsStore }: { SnsStore: new () => Stores["snsStore"] } = await fauxqs("./sns/snsStore.js");
  const { PersistenceManager }: { PersistenceManager: new (directory: string) => Journal } =
    await fauxqs("./persistence.js");
  const journal = new PersistenceManager(directory);
  journal.loadSqsAndSns(store, new SnsStore());
  store.persistence = journal;
  for (const queue of store.allQueues()) queue.persistence = journal;

  // fauxqs 2.4.1 empties the receive count here, which its own table forbids: making a message visible at once
  // would fail.
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
