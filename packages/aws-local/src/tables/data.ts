import { mkdir } from "node:fs/promises";
import { ClassicLevel } from "classic-level";
import type { Range } from "dynalite/db/index.js";
import { MemoryLevel } from "memory-level";

export type Change = { type: "put"; key: string; value: unknown } | { type: "del"; key: string };

/** What both kinds of storage have in common. */
type Level = Pick<ClassicLevel<string, unknown>, "open" | "close"> & {
  get(key: string): Promise<unknown>;
  batch(changes: Change[]): Promise<void>;
  iterator(options: Range): {
    nextv(size: number): Promise<[string, unknown][]>;
    close(): Promise<void>;
  };
};

export type TableData = Awaited<ReturnType<typeof openTableData>>;

// A table's name and an index's name cannot contain "~".
export const tableEntry = (table: string) => `table~${table}`;
export const itemEntry = (table: string, key: string) => `item~${table}~${key}`;
export const indexEntry = (table: string, index: string, key: string) => `index~${table}~${index}~${key}`;
export const tokenEntry = (token: string) => `token~${token}`;

/**
 * Everything the tables keep, in one ordered key-value database: in the directory, or in memory without one.
 * A directory that another process has open is an error.
 *
 * `commit` is the only way to write. LevelDB appends the whole list to its log as one record and drops a
 * torn record when it opens, so after a kill at any instant all changes of a list are there or none, and
 * those acknowledged are (the log has reached the operating system). It is not synced to the disk: a power
 * cut may cost the last moments, but not the wholeness of a list.
 */
export async function openTableData(directory?: string) {
  const level: Level = directory
    ? await openDirectory(directory)
    : new MemoryLevel<string, unknown>({ valueEncoding: "json" });
  await level.open();
  return {
    get: (key: string): Promise<unknown> => level.get(key),
    async commit(changes: Change[]): Promise<void> {
      await level.batch(changes);
    },
    /** The entries whose keys start with the prefix, in order; the range's bounds come after the prefix. */
    async *entries(prefix: string, range: Range = {}): AsyncGenerator<[string, unknown]> {
      const iterator = level.iterator({
        reverse: range.reverse ?? false,
        limit: range.limit ?? -1,
        ...(range.gt === undefined ? { gte: prefix + (range.gte ?? "") } : { gt: prefix + range.gt }),
        ...(range.lte === undefined ? { lt: prefix + (range.lt ?? "\uffff") } : { lte: prefix + range.lte }),
      });
      try {
        for (;;) {
          const page = await iterator.nextv(100);
          if (page.length === 0) return;
          for (const [key, value] of page) yield [key.slice(prefix.length), value];
        }
      } finally {
        await iterator.close();
      }
    },
    close: () => level.close(),
  };
}

async function openDirectory(directory: string) {
  await mkdir(directory, { recursive: true });
  const level = new ClassicLevel<string, unknown>(directory, { valueEncoding: "json" });
  try {
    await level.open();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof Error && "code" in cause && cause.code === "LEVEL_LOCKED") {
      throw new Error(`The tables in ${directory} are already open, in this or another process.`, {
        cause: error,
      });
    }
    throw error;
  }
  return level;
}
