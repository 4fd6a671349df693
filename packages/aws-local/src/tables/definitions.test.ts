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

const putRecord = (id: string, more: Record<string, unknown> = {}) =>
  tables.call("PutItem", { TableName: "Records", Item: { id: { S: id }, ...more } });
const owned = async (by: string) => {
  const { Items } = await tables.call("Query", {
    TableName: "Records",
    IndexName: "by-owner",
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

test("items, indexes and settings survive a restart", async () => {
  const TimeToLiveSpecification = { AttributeName: "until", Enabled: true };
  await tables.create([{ ...recordsByOwner, TimeToLiveSpecification }]);
  await putRecord("1", { owner: { S: "o" } });
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

test("a local index has the rows with its sort key, read consistently, and survives a restart", async () => {
  const open = {
    IndexName: "open",
    KeySchema: [
      { AttributeName: "id", KeyType: "HASH" },
      { AttributeName: "open", KeyType: "RANGE" },
    ],
    Projection: { ProjectionType: "ALL" },
  };
  const text = (AttributeName: string) => ({ AttributeName, AttributeType: "S" });
  const parts: TableDefinition = {
    TableName: "Parts",
    KeySchema: [
      { AttributeName: "id", KeyType: "HASH" },
      { AttributeName: "part", KeyType: "RANGE" },
    ],
    AttributeDefinitions: [text("id"), text("part"), text("open")],
    LocalSecondaryIndexes: [open],
  };
  await tables.create([parts]);
  const write = (part: string, more = {}) =>
    tables.call("PutItem", { TableName: "Parts", Item: { id: { S: "1" }, part: { S: part }, ...more } });
  await write("a", { open: { S: "2026" } });
  await write("b", { open: { S: "2026" } });
  await write("c");
  await write("a");
  await reopen();
  await tables.create([parts]);
  const { Items } = await tables.call("Query", {
    TableName: "Parts",
    IndexName: "open",
    KeyConditionExpression: "id = :id",
    ExpressionAttributeValues: { ":id": { S: "1" } },
    ConsistentRead: true,
  });
  expect(Items).toEqual([{ id: { S: "1" }, part: { S: "b" }, open: { S: "2026" } }]);
  const without = { ...parts, LocalSecondaryIndexes: undefined };
  await expect(tables.create([without])).rejects.toThrow("other keys or indexes for Parts");
});

test("a condition on a key refuses an empty text, as on AWS", async () => {
  await tables.create([recordsByOwner]);
  await expect(owned("")).rejects.toMatchObject({ code: "ValidationException" });
});

test("text is stored unchanged, including lone surrogates and text that looks like one", async () => {
  await tables.create([records]);
  for (const text of ["\ud83d", "\udc4d\ud83d", "\\ud83d", "\\\ud83d", "😀", "\u{10ffff}"]) {
    await putRecord("1", { text: { S: text } });
    const { Item } = await tables.call("GetItem", { TableName: "Records", Key: { id: { S: "1" } } });
    expect(Item).toEqual({ id: { S: "1" }, text: { S: text } });
  }
});

const keysOnly = { ...byOwner, Projection: { ProjectionType: "KEYS_ONLY" } };
const byNumber = {
  KeySchema: [{ AttributeName: "number", KeyType: "HASH" }],
  AttributeDefinitions: [{ AttributeName: "number", AttributeType: "N" }],
};

test.each<[what: string, change: Partial<TableDefinition>]>([
  ["another key", byNumber],
  ["a missing index", records],
  ["an additional index", { GlobalSecondaryIndexes: [byOwner, { ...byOwner, IndexName: "other" }] }],
  ["another projection", { GlobalSecondaryIndexes: [keysOnly] }],
])("a stored table with %s is an error with its name, and nothing is changed", async (_what, change) => {
  await tables.create([recordsByOwner]);
  await putRecord("1", { owner: { S: "o" } });
  const defined = { ...recordsByOwner, GlobalSecondaryIndexes: undefined, ...change };
  const added = { ...records, TableName: "Added" };
  await expect(tables.create([added, defined])).rejects.toThrow(
    "The stored data has an older shape: the template has other keys or indexes for Records.",
  );
  expect(await owned("o")).toEqual([{ id: { S: "1" }, owner: { S: "o" } }]);
  expect(await tables.call("ListTables", {})).toEqual({ TableNames: ["Records"] });
});
