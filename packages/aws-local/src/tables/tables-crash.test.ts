import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TableDefinition } from "./definitions.ts";
import { openTables } from "./tables.ts";

const owned = (TableName: string): TableDefinition => ({
  TableName,
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  AttributeDefinitions: ["id", "owner"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
  GlobalSecondaryIndexes: [
    {
      IndexName: "by-owner",
      KeySchema: [{ AttributeName: "owner", KeyType: "HASH" }],
      Projection: { ProjectionType: "ALL" },
    },
  ],
});
const counters: TableDefinition = {
  TableName: "Counters",
  KeySchema: [{ AttributeName: "name", KeyType: "HASH" }],
  AttributeDefinitions: [{ AttributeName: "name", AttributeType: "S" }],
};

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "tables-"));
});
afterEach(() => rm(directory, { recursive: true }));

/** Kills the writer after this number of acknowledgements, and returns all that it wrote. */
async function writeUntilKilled(run: number, acknowledgements: number): Promise<string[]> {
  const writer = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../test/tables-crash-writer.ts"), directory, String(run)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const acknowledged: string[] = [];
  const lines = createInterface({ input: writer.stdout }).on("line", (line) => {
    acknowledged.push(line);
    if (acknowledged.length === acknowledgements) writer.kill("SIGKILL");
  });
  await Promise.all([once(lines, "close"), once(writer, "exit")]);
  expect(writer.signalCode).toBe("SIGKILL");
  return acknowledged;
}

async function readAll() {
  const tables = await openTables(directory);
  type Found = { id: { S: string }; owner: { S: string } };
  const scan = async (TableName: string, more = {}): Promise<Map<string, string>> => {
    const { Items } = await tables.call("Scan", { TableName, ...more });
    return new Map((Items as Found[]).map(({ id, owner }) => [id.S, owner.S]));
  };
  try {
    const { Item } = (await tables.call("GetItem", {
      TableName: "Counters",
      Key: { name: { S: "items" } },
    })) as {
      Item?: { amount: { N: string } };
    };
    return {
      counter: Number(Item?.amount.N ?? 0),
      plain: await scan("Plain"),
      plainIndex: await scan("Plain", { IndexName: "by-owner" }),
      counted: await scan("Counted"),
      countedIndex: await scan("Counted", { IndexName: "by-owner" }),
    };
  } finally {
    await tables.close();
  }
}

test("a killed process loses no acknowledged write and leaves no incomplete write or transaction", async () => {
  const tables = await openTables(directory);
  await tables.create([owned("Plain"), owned("Counted"), counters]);
  await tables.close();
  const acknowledged = new Set<string>();
  for (let run = 0; run < 4; run++) {
    const killAt = 1 + Math.floor(Math.random() * 200);
    for (const line of await writeUntilKilled(run, killAt)) acknowledged.add(line);
    const stored = await readAll();
    const context = `run ${run}, killed at acknowledgement ${killAt}`;

    expect(stored.counter, context).toBe(stored.counted.size);
    expect(stored.plainIndex, context).toEqual(stored.plain);
    expect(stored.countedIndex, context).toEqual(stored.counted);
    for (const line of acknowledged) {
      const [action = "", id = ""] = line.split(" ");
      if (action === "put") expect(stored.plain.has(id), `${line}; ${context}`).toBe(true);
      if (action === "moved") expect(stored.plain.get(id), `${line}; ${context}`).toBe("moved");
      if (action === "uncounted") expect(stored.counted.has(id), `${line}; ${context}`).toBe(false);
      // An odd item may have been deleted again before its acknowledgement.
      const mayBeDeleted = Number(id.split("-")[2]) % 2 === 1;
      if (action === "counted" && !mayBeDeleted)
        expect(stored.counted.has(id), `${line}; ${context}`).toBe(true);
    }
  }
  expect(acknowledged.size).toBeGreaterThan(50);
}, 600_000);
