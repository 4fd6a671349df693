import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TableDefinition } from "./definitions.ts";
import { openTables, type Tables } from "./tables.ts";

let directory: string;
let tables: Tables;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "tables-"));
  tables = await openTables(directory);
});
afterEach(async () => {
  await tables.close();
  await rm(directory, { recursive: true });
});

const byOwner = {
  IndexName: "by-owner",
  KeySchema: [{ AttributeName: "owner", KeyType: "HASH" }],
  Projection: { ProjectionType: "ALL" },
};
const records: TableDefinition = {
  TableName: "Records",
  KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
};
const recordsByOwner: TableDefinition = {
  ...records,
  AttributeDefinitions: [...records.AttributeDefinitions, { AttributeName: "owner", AttributeType: "S" }],
  GlobalSecondaryIndexes: [byOwner],
};

const put = (id: string, more: Record<string, unknown> = {}) =>
  tables.call("PutItem", { TableName: "Records", Item: { id: { S: id }, ...more } });
const owned = async (by: string, IndexName = "by-owner") => {
  const { Items } = await tables.call("Query", {
    TableName: "Records",
    IndexName,
    KeyConditionExpression: "#o = :o",
    ExpressionAttributeNames: { "#o": "owner" },
    ExpressionAttributeValues: { ":o": { S: by } },
  });
  return Items;
};
const reopen = async () => {
  await tables.close();
  tables = await openTables(directory);
};

test("items, indexes and settings are there when opened again", async () => {
  const TimeToLiveSpecification = { AttributeName: "until", Enabled: true };
  await tables.create([{ ...recordsByOwner, TimeToLiveSpecification }]);
  await put("1", { owner: { S: "o" } });
  await reopen();
  await tables.create([{ ...recordsByOwner, TimeToLiveSpecification }]);
  expect(await owned("o")).toEqual([{ id: { S: "1" }, owner: { S: "o" } }]);
  expect(await tables.call("DescribeTimeToLive", { TableName: "Records" })).toEqual({
    TimeToLiveDescription: { TimeToLiveStatus: "ENABLED", AttributeName: "until" },
  });
  expect(await tables.call("DescribeTable", { TableName: "Records" })).toMatchObject({
    Table: {
      TableStatus: "ACTIVE",
      GlobalSecondaryIndexes: [{ IndexName: "by-owner", IndexStatus: "ACTIVE" }],
    },
  });
});

test("text comes back as it was put, also half a surrogate pair and what looks like one", async () => {
  await tables.create([records]);
  for (const text of ["\ud83d", "\udc4d\ud83d", "\\ud83d", "\\\ud83d", "😀", "\u{10ffff}"]) {
    await put("1", { text: { S: text } });
    const { Item } = await tables.call("GetItem", { TableName: "Records", Key: { id: { S: "1" } } });
    expect(Item).toEqual({ id: { S: "1" }, text: { S: text } });
  }
});

test("an index added later holds the items there are, but those without its attribute", async () => {
  await tables.create([records]);
  await put("1", { owner: { S: "o" } });
  await put("2");
  await tables.create([recordsByOwner]);
  expect(await owned("o")).toEqual([{ id: { S: "1" }, owner: { S: "o" } }]);
  expect((await tables.call("Scan", { TableName: "Records", IndexName: "by-owner" })).Count).toBe(1);
  expect((await tables.call("Scan", { TableName: "Records" })).Count).toBe(2);
});

test("an index that changed is built anew, and one no longer defined is gone", async () => {
  await tables.create([recordsByOwner]);
  await put("1", { owner: { S: "o" }, text: { S: "t" } });
  const keysOnly = { ...byOwner, Projection: { ProjectionType: "KEYS_ONLY" } };
  await tables.create([{ ...recordsByOwner, GlobalSecondaryIndexes: [keysOnly] }]);
  expect(await owned("o")).toEqual([{ id: { S: "1" }, owner: { S: "o" } }]);
  await tables.create([records]);
  await expect(owned("o")).rejects.toThrow("The table does not have the specified index: by-owner");
  await put("1", { owner: { S: "p" } });
  await tables.create([recordsByOwner]);
  expect([await owned("o"), await owned("p")]).toEqual([[], [{ id: { S: "1" }, owner: { S: "p" } }]]);
});

test("another key for a table that is there is an error, and its items stay", async () => {
  await tables.create([records]);
  await put("1");
  const AttributeDefinitions = [{ AttributeName: "number", AttributeType: "N" }];
  const KeySchema = [{ AttributeName: "number", KeyType: "HASH" }];
  await expect(tables.create([{ ...records, KeySchema, AttributeDefinitions }])).rejects.toThrow(
    "The table Records is kept here with the key id (S HASH), but is now defined with the key number (N HASH).",
  );
  expect((await tables.call("Scan", { TableName: "Records" })).Count).toBe(1);
});
