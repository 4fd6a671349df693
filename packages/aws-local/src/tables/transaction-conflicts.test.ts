import { afterEach, beforeEach, expect, test } from "vitest";
import { openTables, type Tables } from "./tables.ts";

// What other requests meet while a transaction is under way. Requests made in one turn are under way together.

const TableName = "Records";
let tables: Tables;
let now = Date.UTC(2026, 2, 1);

beforeEach(async () => {
  tables = await openTables({ now: () => now });
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
const transact = (ids: string[], more = {}) =>
  tables.call("TransactWriteItems", { TransactItems: ids.map((id) => ({ Update: increment(id) })), ...more });
const amount = async (id: string) => {
  const { Item } = (await tables.call("GetItem", { ...key(id), ConsistentRead: true })) as {
    Item?: { amount?: { N: string } };
  };
  return Number(Item?.amount?.N ?? 0);
};

test("a second transaction on an item is cancelled, naming it; one on others goes through", async () => {
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

test("a plain write to an item of a transaction is refused; in a batch it comes back unprocessed", async () => {
  const transaction = transact(["a"]);
  const put = { PutRequest: { Item: { id: { S: "a" } } } };
  const free = { PutRequest: { Item: { id: { S: "free" } } } };
  const refused = { code: "TransactionConflictException", message: "Transaction is ongoing for the item" };
  const plain = ["PutItem", "UpdateItem", "DeleteItem"].map((operation) => {
    const input = operation === "PutItem" ? { TableName, Item: { id: { S: "a" } } } : key("a");
    return expect(tables.call(operation, input)).rejects.toMatchObject(refused);
  });
  const batch = tables.call("BatchWriteItem", { RequestItems: { [TableName]: [put, free] } });
  await Promise.all(plain);
  expect(await batch).toEqual({ UnprocessedItems: { [TableName]: [put] } });
  await transaction;
  expect(await amount("a")).toBe(1);
});

test("a transaction waits for plain writes that came before it", async () => {
  await Promise.all([
    tables.call("UpdateItem", increment("a")),
    tables.call("UpdateItem", increment("a")),
    transact(["a"]),
  ]);
  expect(await amount("a")).toBe(3);
});

test("reading in a transaction gives way to whoever is writing an item, or begins to", async () => {
  const read = () =>
    tables.call("TransactGetItems", { TransactItems: ["a", "b"].map((id) => ({ Get: key(id) })) });
  const conflict = {
    code: "TransactionCanceledException",
    details: { CancellationReasons: [{ Code: "None" }, { Code: "TransactionConflict" }] },
  };
  for (const write of [() => transact(["b"]), () => tables.call("UpdateItem", increment("b"))]) {
    const writing = write();
    await expect(read()).rejects.toMatchObject(conflict);
    await writing;
    const reading = read();
    const next = write();
    await expect(reading).rejects.toMatchObject(conflict);
    await next;
  }
  await expect(read()).resolves.toMatchObject({ Responses: [{}, { Item: { amount: { N: "4" } } }] });
});

test("plain reads are held up by nothing, and see an item as it was until the transaction is made", async () => {
  await transact(["a"]);
  const finished: string[] = [];
  const transaction = transact(["a"]).then(() => finished.push("transaction"));
  const seen = await amount("a");
  finished.push("read");
  await transaction;
  expect({ seen, finished }).toEqual({ seen: 1, finished: ["read", "transaction"] });
});

test("the same token twice at once is refused, and forgotten after ten minutes", async () => {
  const token = { ClientRequestToken: "once" };
  const first = transact(["a"], token);
  await expect(transact(["a"], token)).rejects.toMatchObject({ code: "TransactionInProgressException" });
  await first;
  now += 10 * 60_000 - 1;
  await transact(["a"], token);
  expect(await amount("a")).toBe(1);
  now += 1;
  await transact(["a"], token);
  expect(await amount("a")).toBe(2);
});
