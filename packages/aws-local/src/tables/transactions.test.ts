import { randomUUID } from "node:crypto";
import { CreateTableCommand } from "@aws-sdk/client-dynamodb";
import {
  GetCommand,
  PutCommand,
  TransactGetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backends } from "./backends.ts";

describe.each(backends)("%s", (_name, start) => {
  let server: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  async function records(): Promise<string> {
    const TableName = `Records-${randomUUID()}`;
    await server.documents.send(
      new CreateTableCommand({
        TableName,
        BillingMode: "PAY_PER_REQUEST",
        KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
        AttributeDefinitions: ["id", "owner"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
        GlobalSecondaryIndexes: [
          {
            IndexName: "by-owner",
            KeySchema: [{ AttributeName: "owner", KeyType: "HASH" }],
            Projection: { ProjectionType: "ALL" },
          },
        ],
      }),
    );
    return TableName;
  }

  type Actions = NonNullable<TransactWriteCommandInput["TransactItems"]>;
  const transact = (TransactItems: Actions, more: Omit<TransactWriteCommandInput, "TransactItems"> = {}) =>
    server.documents.send(new TransactWriteCommand({ TransactItems, ...more }));
  const get = async (TableName: string, id: string) =>
    (await server.documents.send(new GetCommand({ TableName, Key: { id }, ConsistentRead: true }))).Item;
  const increment = (TableName: string, id: string) => ({
    Update: {
      TableName,
      Key: { id },
      UpdateExpression: "ADD amount :one",
      ExpressionAttributeValues: { ":one": 1 },
    },
  });

  test("all its writes are made, in all tables", async () => {
    const [one, other] = [await records(), await records()];
    await server.documents.send(new PutCommand({ TableName: one, Item: { id: "gone" } }));
    await server.documents.send(new PutCommand({ TableName: other, Item: { id: "checked" } }));
    await transact([
      { Put: { TableName: one, Item: { id: "new", owner: "o" } } },
      increment(other, "counter"),
      { Delete: { TableName: one, Key: { id: "gone" } } },
      {
        ConditionCheck: {
          TableName: other,
          Key: { id: "checked" },
          ConditionExpression: "attribute_exists(id)",
        },
      },
    ]);
    expect(await get(one, "new")).toEqual({ id: "new", owner: "o" });
    expect(await get(one, "gone")).toBeUndefined();
    expect(await get(other, "counter")).toEqual({ id: "counter", amount: 1 });
    expect(await get(other, "checked")).toEqual({ id: "checked" });
  });

  test("one condition that fails cancels all, with a reason for each in order", async () => {
    const TableName = await records();
    await server.documents.send(new PutCommand({ TableName, Item: { id: "taken", amount: 7 } }));
    const put = (id: string) => ({
      TableName,
      Item: { id },
      ConditionExpression: "attribute_not_exists(id)",
    });
    const attempt = transact([
      { Put: put("free") },
      { Put: { ...put("taken"), ReturnValuesOnConditionCheckFailure: "ALL_OLD" } },
      { ConditionCheck: { TableName, Key: { id: "absent" }, ConditionExpression: "attribute_exists(id)" } },
      increment(TableName, "counter"),
    ]);
    await expect(attempt).rejects.toMatchObject({
      name: "TransactionCanceledException",
      message:
        "Transaction cancelled, please refer cancellation reasons for specific reasons " +
        "[None, ConditionalCheckFailed, ConditionalCheckFailed, None]",
      CancellationReasons: [
        { Code: "None" },
        {
          Code: "ConditionalCheckFailed",
          Message: "The conditional request failed",
          Item: { id: { S: "taken" }, amount: { N: "7" } },
        },
        { Code: "ConditionalCheckFailed" },
        { Code: "None" },
      ],
    });
    expect(await Promise.all(["free", "counter"].map((id) => get(TableName, id)))).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("a value that does not fit one item cancels all", async () => {
    const TableName = await records();
    await server.documents.send(new PutCommand({ TableName, Item: { id: "text", amount: "much" } }));
    await expect(
      transact([increment(TableName, "counter"), increment(TableName, "text")]),
    ).rejects.toMatchObject({
      name: "TransactionCanceledException",
      CancellationReasons: [{ Code: "None" }, { Code: "ValidationError" }],
    });
    await expect(transact([{ Put: { TableName, Item: { name: "no id" } } }])).rejects.toMatchObject({
      CancellationReasons: [
        { Code: "ValidationError", Message: expect.stringContaining("Missing the key id") },
      ],
    });
    expect(await get(TableName, "counter")).toBeUndefined();
  });

  test("from 1 to 100 actions, one per item, 4 MB in all, of tables there are and keys that are not empty", async () => {
    const TableName = await records();
    const puts = (count: number, more = {}): Actions =>
      Array.from({ length: count }, (_, n) => ({ Put: { TableName, Item: { id: String(n), ...more } } }));
    await transact(puts(100));
    const refused = (message: RegExp) => ({
      name: "ValidationException",
      message: expect.stringMatching(message),
    });
    await expect(transact([])).rejects.toMatchObject(
      refused(/'transactItems' .* greater than or equal to 1/),
    );
    await expect(transact(puts(101))).rejects.toMatchObject(
      refused(/'transactItems' .* less than or equal to 100/),
    );
    await expect(transact([...puts(1), increment(TableName, "0")])).rejects.toMatchObject(
      refused(/^Transaction request cannot include multiple operations on one item$/),
    );
    await expect(transact(puts(11, { text: "x".repeat(400_000) }))).rejects.toMatchObject(refused(/4 ?MB/));
    await expect(transact([{ Put: { TableName, Item: { id: "" } } }])).rejects.toMatchObject(
      refused(/empty string/),
    );
    await expect(transact(puts(1, { owner: "" }))).rejects.toMatchObject(refused(/empty string/));
    await expect(transact([{ Put: { TableName: "Nowhere", Item: { id: "1" } } }])).rejects.toMatchObject({
      name: "ResourceNotFoundException",
    });
    expect(await get(TableName, "0")).toEqual({ id: "0" });
  });

  test("repeated with its token it is not made again, and the token is good for nothing else", async () => {
    const TableName = await records();
    const token = { ClientRequestToken: randomUUID() };
    for (let attempt = 0; attempt < 3; attempt++) await transact([increment(TableName, "counter")], token);
    expect(await get(TableName, "counter")).toEqual({ id: "counter", amount: 1 });
    await expect(transact([increment(TableName, "other")], token)).rejects.toMatchObject({
      name: "IdempotentParameterMismatchException",
    });
    expect(await get(TableName, "other")).toBeUndefined();
  });

  test("a token of an attempt that was cancelled can be used again", async () => {
    const TableName = await records();
    const token = { ClientRequestToken: randomUUID() };
    const put = {
      Put: {
        TableName,
        Item: { id: "second" },
        ConditionExpression: "attribute_not_exists(id)",
      },
    };
    await server.documents.send(new PutCommand({ TableName, Item: { id: "second" } }));
    await expect(transact([put], token)).rejects.toThrow("ConditionalCheckFailed");
    await server.documents.send(new PutCommand({ TableName, Item: { id: "second", old: true } }));
    await expect(transact([put], token)).rejects.toThrow("ConditionalCheckFailed");
  });

  test("reads many items at once, absent ones in their place", async () => {
    const TableName = await records();
    await transact(["a", "b"].map((id) => ({ Put: { TableName, Item: { id, amount: 1 } } })));
    const { Responses } = await server.documents.send(
      new TransactGetCommand({
        TransactItems: [
          // dynoxide answers keys besides what is projected here; DynamoDB answers "only the attributes
          // specified" (API_Get.html, ProjectionExpression), and so do the tables here.
          { Get: { TableName, Key: { id: "b" }, ProjectionExpression: "id" } },
          { Get: { TableName, Key: { id: "none" } } },
          { Get: { TableName, Key: { id: "a" } } },
        ],
      }),
    );
    expect(Responses).toEqual([{ Item: { id: "b" } }, {}, { Item: { id: "a", amount: 1 } }]);
  });

  test("costs twice what its reads and writes would", async () => {
    const TableName = await records();
    const writes: Actions = [
      { Put: { TableName, Item: { id: "1", text: "x".repeat(1500) } } },
      increment(TableName, "counter"),
      { ConditionCheck: { TableName, Key: { id: "none" }, ConditionExpression: "attribute_not_exists(id)" } },
    ];
    const token = { ClientRequestToken: randomUUID(), ReturnConsumedCapacity: "TOTAL" as const };
    const written = await transact(writes, token);
    expect(written.ConsumedCapacity).toMatchObject([{ TableName, CapacityUnits: 8, WriteCapacityUnits: 8 }]);
    // Nothing is written the second time; what is charged is looking.
    const again = await transact(writes, token);
    expect(again.ConsumedCapacity).toMatchObject([{ TableName, CapacityUnits: 6, ReadCapacityUnits: 6 }]);
    const read = await server.documents.send(
      new TransactGetCommand({
        TransactItems: ["1", "none"].map((id) => ({ Get: { TableName, Key: { id } } })),
        ReturnConsumedCapacity: "TOTAL",
      }),
    );
    expect(read.ConsumedCapacity).toMatchObject([{ TableName, CapacityUnits: 4, ReadCapacityUnits: 4 }]);
  });

  test("of many at once on the same items each is made wholly or cancelled for conflict", async () => {
    const TableName = await records();
    const attempts = await Promise.allSettled(
      Array.from({ length: 30 }, () =>
        transact([increment(TableName, "left"), increment(TableName, "right")]),
      ),
    );
    const failures = attempts.flatMap((attempt) => (attempt.status === "rejected" ? [attempt.reason] : []));
    for (const { CancellationReasons } of failures) {
      expect(CancellationReasons).toEqual(
        ["left", "right"].map(() => expect.objectContaining({ Code: "TransactionConflict" })),
      );
    }
    const made = attempts.length - failures.length;
    expect(made).toBeGreaterThan(0);
    const { Responses } = await server.documents.send(
      new TransactGetCommand({
        TransactItems: ["left", "right"].map((id) => ({ Get: { TableName, Key: { id } } })),
      }),
    );
    expect(Responses?.map(({ Item }) => Item?.amount)).toEqual([made, made]);
  });
});
