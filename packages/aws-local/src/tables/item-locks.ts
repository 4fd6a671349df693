import { setImmediate } from "node:timers/promises";

/** The items, by the position of each in the request, that another request holds. */
export type Conflict = { conflicts: number[] };

export type ItemLocks = ReturnType<typeof itemLocks>;

/**
 * Who is changing which item. Nobody waits for a transaction: whoever meets an item of one under way is
 * told so at once, as on AWS, so there is nothing to deadlock on. Plain writes to one item follow each other,
 * and a transaction lets those that came before it finish.
 *
 * Conflicts: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 */
export function itemLocks() {
  const inTransaction = new Set<string>();
  /** The last plain write under way on an item. */
  const writing = new Map<string, Promise<unknown>>();
  const readers = new Set<{ items: Set<string>; disturbed: Set<string> }>();

  function disturb(item: string) {
    for (const reader of readers) if (reader.items.has(item)) reader.disturbed.add(item);
  }

  const positions = (items: string[], held: (item: string) => boolean) =>
    items.flatMap((item, position) => (held(item) ? [position] : []));

  return {
    /** One item's plain write. */
    async write<Result>(item: string, work: () => Promise<Result>): Promise<Result | Conflict> {
      if (inTransaction.has(item)) return refuse([0]);
      disturb(item);
      const result = (writing.get(item) ?? Promise.resolve()).then(work);
      const settled = result.catch(() => undefined);
      writing.set(item, settled);
      settled.then(() => {
        if (writing.get(item) === settled) writing.delete(item);
      });
      return result;
    },

    /** A transaction's writes: all items at once, or none and the conflicts. */
    async transact<Result>(items: string[], work: () => Promise<Result>): Promise<Result | Conflict> {
      const conflicts = positions(items, (item) => inTransaction.has(item));
      if (conflicts.length > 0) return refuse(conflicts);
      for (const item of items) {
        inTransaction.add(item);
        disturb(item);
      }
      try {
        await Promise.all(items.map((item) => writing.get(item)));
        return await work();
      } finally {
        for (const item of items) inTransaction.delete(item);
      }
    },

    /** A transaction's reads. They hold nobody up: if any item was written meanwhile, they are the ones to give way. */
    async read<Result>(items: string[], work: () => Promise<Result>): Promise<Result | Conflict> {
      const conflicts = positions(items, (item) => inTransaction.has(item) || writing.has(item));
      if (conflicts.length > 0) return refuse(conflicts);
      const reader = { items: new Set(items), disturbed: new Set<string>() };
      readers.add(reader);
      try {
        const result = await work();
        return reader.disturbed.size === 0
          ? result
          : { conflicts: positions(items, (item) => reader.disturbed.has(item)) };
      } finally {
        readers.delete(reader);
      }
    },
  };
}

/** In a later turn, or one that tries again at once would keep the other from ever finishing. */
async function refuse(conflicts: number[]): Promise<Conflict> {
  await setImmediate();
  return { conflicts };
}

export function isConflict(result: unknown): result is Conflict {
  return typeof result === "object" && result !== null && "conflicts" in result;
}
