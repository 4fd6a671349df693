import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openTables, type TableDefinition, type Tables } from "./tables.ts";

let directory: string;
let tables: Tables;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "tables-"));
  tables = await openTables({ directory });
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
  tables = await openTables({ directory });
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

test("an index added later holds the items there are, but those whose attribute does not fit", async () => {
  await tables.create([records]);
  await put("1", { owner: { S: "o" } });
  await put("2", { owner: { N: "1" } });
  await put("3", { owner: { S: "" } });
  await put("4");
  await tables.create([recordsByOwner]);
  expect(await owned("o")).toEqual([{ id: { S: "1" }, owner: { S: "o" } }]);
  expect((await tables.call("Scan", { TableName: "Records", IndexName: "by-owner" })).Count).toBe(1);
  expect((await tables.call("Scan", { TableName: "Records" })).Count).toBe(4);
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

test("a directory cannot be opened twice", async () => {
  await expect(openTables({ directory })).rejects.toThrow(`The tables in ${directory} are already open`);
});

test("the API creates, lists, changes and deletes tables", async () => {
  const call = tables.call;
  await call("CreateTable", { ...recordsByOwner, BillingMode: "PAY_PER_REQUEST" });
  await expect(call("CreateTable", { ...records, BillingMode: "PAY_PER_REQUEST" })).rejects.toMatchObject({
    code: "ResourceInUseException",
  });
  await put("1", { owner: { S: "o" }, area: { S: "a" } });
  await call("UpdateTable", {
    TableName: "Records",
    AttributeDefinitions: [{ AttributeName: "area", AttributeType: "S" }],
    GlobalSecondaryIndexUpdates: [
      {
        Create: {
          IndexName: "by-area",
          KeySchema: [{ AttributeName: "area", KeyType: "HASH" }],
          Projection: { ProjectionType: "KEYS_ONLY" },
        },
      },
    ],
  });
  expect((await call("Scan", { TableName: "Records", IndexName: "by-area" })).Items).toEqual([
    { id: { S: "1" }, area: { S: "a" } },
  ]);
  await call("UpdateTable", {
    TableName: "Records",
    GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: "by-owner" } }],
  });
  await expect(owned("o")).rejects.toMatchObject({ code: "ValidationException" });
  expect(await call("DescribeContinuousBackups", { TableName: "Records" })).toMatchObject({
    ContinuousBackupsDescription: {
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: "ENABLED" },
    },
  });
  await tables.create([{ ...records, TableName: "Another" }]);
  expect(await call("ListTables", { Limit: 1 })).toEqual({
    TableNames: ["Another"],
    LastEvaluatedTableName: "Another",
  });
  expect(await call("ListTables", { ExclusiveStartTableName: "Another" })).toEqual({
    TableNames: ["Records"],
  });
  await call("DeleteTable", { TableName: "Records" });
  await expect(call("DescribeTable", { TableName: "Records" })).rejects.toMatchObject({
    code: "ResourceNotFoundException",
    message: "Requested resource not found: Table: Records not found",
  });
  await tables.create([records]);
  expect((await call("Scan", { TableName: "Records" })).Count).toBe(0);
});

test("items whose time has passed are removed, also from indexes; others and impossible times stay", async () => {
  let now = Date.UTC(2026, 2, 1);
  const seconds = () => now / 1000;
  await tables.close();
  tables = await openTables({ directory, now: () => now });
  await tables.create([recordsByOwner]);
  await tables.call("UpdateTimeToLive", {
    TableName: "Records",
    TimeToLiveSpecification: { AttributeName: "until", Enabled: true },
  });
  const owner = { S: "o" };
  await put("soon", { owner, until: { N: String(seconds() + 60) } });
  await put("later", { owner, until: { N: String(seconds() + 3600) } });
  await put("text", { owner, until: { S: String(seconds()) } });
  await put("long ago", { owner, until: { N: String(seconds() - 6 * 365 * 24 * 3600) } });
  expect(await owned("o")).toHaveLength(4);
  now += 120_000;
  const kept = ["later", "long ago", "text"];
  await vi.waitFor(async () => {
    const ids = ((await owned("o")) as { id: { S: string } }[]).map(({ id }) => id.S);
    expect(ids.toSorted()).toEqual(kept);
  });
  expect((await tables.call("Scan", { TableName: "Records" })).Count).toBe(3);
});

test("time to live cannot be enabled twice", async () => {
  await tables.create([records]);
  const change = (Enabled: boolean) =>
    tables.call("UpdateTimeToLive", {
      TableName: "Records",
      TimeToLiveSpecification: { AttributeName: "until", Enabled },
    });
  await change(true);
  await expect(change(true)).rejects.toThrow("TimeToLive is already enabled");
  await change(false);
  expect(await tables.call("DescribeTimeToLive", { TableName: "Records" })).toEqual({
    TimeToLiveDescription: { TimeToLiveStatus: "DISABLED" },
  });
});
