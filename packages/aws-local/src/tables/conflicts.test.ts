import { afterEach, beforeEach, expect, test } from "vitest";
import { openTables, type Tables } from "./tables.ts";

// Calls that start in the same tick run concurrently.

const TableName = "Records";
let tables: Tables;

beforeEach(async () => {
  tables = await openTables();
  await tables.create([
    {
      TableName,
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
    },
  ]);
});
afterEach(() => tables.close());

const key = (id: string) => ({ TableName, Key: { id: { S: id } } });
const increment = (id: string) => ({
  ...key(id),
  UpdateExpression: "ADD amount :one",
  ExpressionAttributeValues: { ":one": { N: "1" } },
});
const transact = (ids: string[]) =>
  tables.call("TransactWriteItems", { TransactItems: ids.map((id) => ({ Update: increment(id) })) });
const amount = async (id: string) => {
  const { Item } = (await tables.call("GetItem", { ...key(id), ConsistentRead: true })) as {
    Item?: { amount?: { N: string } };
  };
  return Number(Item?.amount?.N ?? 0);
};

test("a second transaction on an item is cancelled with a reason for the item; one on other items succeeds", async () => {
  const first = transact(["a", "b"]);
  const second = transact(["c", "b"]);
  const third = transact(["d"]);
  await expect(second).rejects.toMatchObject({
    code: "TransactionCanceledException",
    details: {
      CancellationReasons: [
        { Code: "None" },
        { Code: "TransactionConflict", Message: "Transaction is ongoing for the item" },
      ],
    },
  });
  await Promise.all([first, third]);
  expect(await Promise.all(["a", "b", "c", "d"].map(amount))).toEqual([1, 1, 0, 1]);
  await transact(["c", "b"]);
  expect(await amount("b")).toBe(2);
});

test("a single write to an item of a transaction is refused until the transaction ends", async () => {
  const transaction = transact(["a"]);
  const item = { TableName, Item: { id: { S: "a" }, amount: { N: "7" } } };
  const refused = { code: "TransactionConflictException", message: "Transaction is ongoing for the item" };
  const writes = [
    tables.call("PutItem", item),
    tables.call("UpdateItem", increment("a")),
    tables.call("DeleteItem", key("a")),
  ];
  await Promise.all(writes.map((write) => expect(write).rejects.toMatchObject(refused)));
  await tables.call("PutItem", { TableName, Item: { id: { S: "another" } } });
  await transaction;
  expect(await amount("a")).toBe(1);
  await tables.call("PutItem", item);
  expect(await amount("a")).toBe(7);
});

test("a cancelled transaction unlocks its items", async () => {
  const impossible = { ...key("a"), ConditionExpression: "attribute_exists(id)" };
  await expect(
    tables.call("TransactWriteItems", { TransactItems: [{ ConditionCheck: impossible }] }),
  ).rejects.toMatchObject({ code: "TransactionCanceledException" });
  await transact(["a"]);
  expect(await amount("a")).toBe(1);
});
