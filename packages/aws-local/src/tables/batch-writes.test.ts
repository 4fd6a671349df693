import { afterEach, beforeEach, expect, test } from "vitest";
import { openTables, type Tables } from "./tables.ts";

// What the second opinion sees differently, or cannot show.

const TableName = "Records";
let tables: Tables;
beforeEach(async () => {
  tables = await openTables();
  await tables.create([
    {
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
    },
  ]);
});
afterEach(() => tables.close());

// dynoxide takes it. By DynamoDB's documentation an empty string is no value for a key of a table or an index,
// whichever the operation (HowItWorks.NamingRulesDataTypes, "String").
test("a batch with an empty index key is refused before anything of it is written", async () => {
  const puts = [{ id: { S: "1" } }, { id: { S: "2" }, owner: { S: "" } }].map((Item) => ({
    PutRequest: { Item },
  }));
  await expect(tables.call("BatchWriteItem", { RequestItems: { [TableName]: puts } })).rejects.toMatchObject({
    code: "ValidationException",
    message: expect.stringContaining(
      "cannot contain an empty string value. IndexName: by-owner, IndexKey: owner",
    ),
  });
  expect((await tables.call("Scan", { TableName })).Count).toBe(0);
});

test("a batch costs what its writes do, indexes included", async () => {
  const puts = ["1", "2"].map((id) => ({ PutRequest: { Item: { id: { S: id }, owner: { S: "o" } } } }));
  const RequestItems = { [TableName]: puts };
  expect(await tables.call("BatchWriteItem", { RequestItems, ReturnConsumedCapacity: "INDEXES" })).toEqual({
    UnprocessedItems: {},
    ConsumedCapacity: [
      {
        TableName,
        CapacityUnits: 4,
        Table: { CapacityUnits: 2 },
        GlobalSecondaryIndexes: { "by-owner": { CapacityUnits: 2 } },
      },
    ],
  });
});

test("what a batch could not read comes back with what was asked of it", async () => {
  const text = { S: "x".repeat(390_000) };
  const Keys = Array.from({ length: 6 }, (_, n) => ({ id: { S: String(n) } }));
  for (const key of Keys) await tables.call("PutItem", { TableName, Item: { ...key, text } });
  const asked = {
    ProjectionExpression: "#t",
    ExpressionAttributeNames: { "#t": "text" },
    ConsistentRead: true,
  };
  const { Responses, UnprocessedKeys } = (await tables.call("BatchGetItem", {
    RequestItems: { [TableName]: { Keys, ...asked } },
  })) as { Responses: Record<string, unknown[]>; UnprocessedKeys: Record<string, { Keys: unknown[] }> };
  const left = UnprocessedKeys[TableName];
  expect(left).toMatchObject(asked);
  expect((left?.Keys.length ?? 0) + (Responses[TableName]?.length ?? 0)).toBe(6);
  expect(Responses[TableName]?.length).toBeGreaterThan(0);
});
