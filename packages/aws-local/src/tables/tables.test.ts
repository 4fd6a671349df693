import { randomUUID } from "node:crypto";
import { CreateTableCommand, type CreateTableCommandInput } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  paginateQuery,
  paginateScan,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { backends } from "./backends.ts";

describe.each(backends)("%s", (_name, start) => {
  let server: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  /** Subscriptions by id, found by status and day, and by client. */
  async function subscriptions(): Promise<string> {
    const TableName = `Subscriptions-${randomUUID()}`;
    const definition: CreateTableCommandInput = {
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
      AttributeDefinitions: ["id", "status", "day", "client"].map((AttributeName) => ({
        AttributeName,
        AttributeType: "S",
      })),
      GlobalSecondaryIndexes: [
        {
          IndexName: "by-day",
          KeySchema: [
            { AttributeName: "status", KeyType: "HASH" },
            { AttributeName: "day", KeyType: "RANGE" },
          ],
          Projection: { ProjectionType: "ALL" },
        },
        {
          IndexName: "by-client",
          KeySchema: [{ AttributeName: "client", KeyType: "HASH" }],
          Projection: { ProjectionType: "KEYS_ONLY" },
        },
      ],
    };
    await server.documents.send(new CreateTableCommand(definition));
    return TableName;
  }

  const put = (TableName: string, Item: Record<string, unknown>) =>
    server.documents.send(new PutCommand({ TableName, Item }));
  const get = async (TableName: string, id: string) =>
    (await server.documents.send(new GetCommand({ TableName, Key: { id }, ConsistentRead: true }))).Item;

  test("an item comes back as it was put, whatever its types", async () => {
    const TableName = await subscriptions();
    const item = {
      id: "1",
      name: "Wanjikũ & Söhne 🌍",
      amount: 14999,
      rate: -0.5,
      nothing: null,
      yes: true,
      bytes: new Uint8Array([0, 1, 255]),
      tags: new Set(["a", "b"]),
      lines: [{ text: "", count: 0 }, []],
    };
    await put(TableName, item);
    expect(await get(TableName, "1")).toEqual(item);
    await server.documents.send(new DeleteCommand({ TableName, Key: { id: "1" } }));
    expect(await get(TableName, "1")).toBeUndefined();
  });

  test("a condition that fails changes nothing and answers the item when asked to", async () => {
    const TableName = await subscriptions();
    await put(TableName, { id: "1", version: 2 });
    const stale = {
      TableName,
      ConditionExpression: "version = :v",
      ExpressionAttributeValues: { ":v": 1 },
      ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
    };
    const writes = [
      new PutCommand({ ...stale, Item: { id: "1", version: 9 } }),
      new DeleteCommand({ ...stale, Key: { id: "1" } }),
      new UpdateCommand({
        ...stale,
        Key: { id: "1" },
        UpdateExpression: "SET version = :n",
        ExpressionAttributeValues: { ":v": 1, ":n": 9 },
      }),
    ];
    for (const write of writes) {
      await expect(server.documents.send(write as PutCommand)).rejects.toMatchObject({
        name: "ConditionalCheckFailedException",
        message: "The conditional request failed",
        Item: { id: { S: "1" }, version: { N: "2" } },
      });
    }
    const unasked = new PutCommand({
      TableName,
      Item: { id: "1" },
      ConditionExpression: "attribute_not_exists(id)",
    });
    const error = await server.documents.send(unasked).catch((reason) => reason);
    expect(error).toMatchObject({ name: "ConditionalCheckFailedException" });
    expect(error.Item).toBeUndefined();
    expect(await get(TableName, "1")).toEqual({ id: "1", version: 2 });
  });

  test("an update sees the item as it was before, and answers the values asked for", async () => {
    const TableName = await subscriptions();
    const update = async (UpdateExpression: string, ExpressionAttributeValues: Record<string, unknown>) => {
      const Key = { id: "1" };
      const command = { TableName, Key, UpdateExpression, ExpressionAttributeValues };
      const result = await server.documents.send(
        new UpdateCommand({ ...command, ReturnValues: "UPDATED_NEW" }),
      );
      return result.Attributes;
    };
    await update("SET seen = if_not_exists(seen, :none) + :one", { ":none": 0, ":one": 1 });
    expect(await update("SET seenBefore = seen ADD seen :one", { ":one": 1 })).toEqual({
      seenBefore: 1,
      seen: 2,
    });
    expect(
      await update("SET address = :a, notes = list_append(:n, :n)", {
        ":a": { town: "Nairobi" },
        ":n": ["x"],
      }),
    ).toEqual({ address: { town: "Nairobi" }, notes: ["x", "x"] });
    await update("SET address.street = :s REMOVE notes[0]", { ":s": "Moi Avenue" });
    await expect(update("SET seen = address + :one", { ":one": 1 })).rejects.toMatchObject({
      name: "ValidationException",
    });
    expect(await get(TableName, "1")).toEqual({
      id: "1",
      seen: 2,
      seenBefore: 1,
      address: { town: "Nairobi", street: "Moi Avenue" },
      notes: ["x"],
    });
  });

  test("an index follows its items: found by new keys, gone with an attribute, in order either way", async () => {
    const TableName = await subscriptions();
    for (const [id, day] of [
      ["b", "2026-03-02"],
      ["a", "2026-03-01"],
      ["c", "2026-03-03"],
    ] as const) {
      await put(TableName, { id, status: "active", day });
    }
    await put(TableName, { id: "d", status: "active" });
    const found = async (condition: string, values: Record<string, string>, forward = true) => {
      const { Items } = await server.documents.send(
        new QueryCommand({
          TableName,
          IndexName: "by-day",
          KeyConditionExpression: `#s = :s AND ${condition}`,
          ExpressionAttributeNames: { "#s": "status", "#d": "day" },
          ExpressionAttributeValues: { ":s": "active", ...values },
          ScanIndexForward: forward,
        }),
      );
      return (Items ?? []).map(({ id }) => id);
    };
    expect(await found("#d <= :d", { ":d": "2026-03-02" })).toEqual(["a", "b"]);
    expect(await found("#d > :d", { ":d": "2026-03-01" }, false)).toEqual(["c", "b"]);
    expect(await found("#d BETWEEN :a AND :b", { ":a": "2026-03-02", ":b": "2026-03-03" })).toEqual([
      "b",
      "c",
    ]);
    expect(await found("begins_with(#d, :d)", { ":d": "2026-03" })).toEqual(["a", "b", "c"]);

    await put(TableName, { id: "a", status: "active", day: "2026-04-01" });
    await put(TableName, { id: "b", status: "inactive", day: "2026-03-02" });
    await server.documents.send(
      new UpdateCommand({
        TableName,
        Key: { id: "c" },
        UpdateExpression: "REMOVE #d",
        ExpressionAttributeNames: { "#d": "day" },
      }),
    );
    expect(await found("#d > :d", { ":d": "2026" })).toEqual(["a"]);
  });

  test("pages hold every item once, also of equal index keys", async () => {
    const TableName = await subscriptions();
    // item-10782 and item-11308 agree in the first 24 bits of the hash that dynalite tells index entries apart by.
    const ids = ["item-10782", "item-11308", ...Array.from({ length: 23 }, (_, n) => `item-${n}`)];
    for (const id of ids) await put(TableName, { id, status: "active", day: "2026-03-01", client: "c" });
    const pages = [
      (forward: boolean) =>
        paginateQuery(
          { client: server.documents, pageSize: 4 },
          {
            TableName,
            IndexName: "by-day",
            KeyConditionExpression: "#s = :s AND #d = :d",
            ExpressionAttributeNames: { "#s": "status", "#d": "day" },
            ExpressionAttributeValues: { ":s": "active", ":d": "2026-03-01" },
            ScanIndexForward: forward,
          },
        ),
      () => paginateScan({ client: server.documents, pageSize: 4 }, { TableName, IndexName: "by-client" }),
      () => paginateScan({ client: server.documents, pageSize: 4 }, { TableName }),
    ];
    for (const [read, forward] of [
      [pages[0], true],
      [pages[0], false],
      [pages[1], true],
      [pages[2], true],
    ] as const) {
      const found: string[] = [];
      for await (const page of read?.(forward) ?? []) {
        expect(page.Items?.length).toBeLessThanOrEqual(4);
        found.push(...(page.Items ?? []).map(({ id }) => id));
      }
      expect(found.toSorted()).toEqual(ids.toSorted());
    }
  });

  test("a filter leaves out what was read, and counting needs no items", async () => {
    const TableName = await subscriptions();
    for (const [id, amount] of [
      ["1", 5],
      ["2", 15],
      ["3", 25],
    ] as const)
      await put(TableName, { id, amount });
    const scan = { TableName, FilterExpression: "amount > :a", ExpressionAttributeValues: { ":a": 10 } };
    const { Items, Count, ScannedCount } = await server.documents.send(new ScanCommand(scan));
    expect({ ids: Items?.map(({ id }) => id).toSorted(), Count, ScannedCount }).toEqual({
      ids: ["2", "3"],
      Count: 2,
      ScannedCount: 3,
    });
    const counted = await server.documents.send(new ScanCommand({ ...scan, Select: "COUNT" }));
    expect(counted).toMatchObject({ Count: 2, ScannedCount: 3 });
    expect(counted.Items).toBeUndefined();
  });

  test("an index of keys only answers keys only", async () => {
    const TableName = await subscriptions();
    await put(TableName, { id: "1", client: "c", secret: "s" });
    const { Items } = await server.documents.send(
      new QueryCommand({
        TableName,
        IndexName: "by-client",
        KeyConditionExpression: "client = :c",
        ExpressionAttributeValues: { ":c": "c" },
      }),
    );
    expect(Items).toEqual([{ id: "1", client: "c" }]);
  });

  test("batches write and read many items, those asked for alone", async () => {
    const TableName = await subscriptions();
    const Keys = Array.from({ length: 20 }, (_, n) => ({ id: String(n) }));
    await put(TableName, { id: "gone" });
    await server.documents.send(
      new BatchWriteCommand({
        RequestItems: {
          [TableName]: [
            ...Keys.map((key) => ({ PutRequest: { Item: { ...key, name: "n", more: "m" } } })),
            { DeleteRequest: { Key: { id: "gone" } } },
          ],
        },
      }),
    );
    const { Responses } = await server.documents.send(
      new BatchGetCommand({
        RequestItems: {
          [TableName]: { Keys: [...Keys, { id: "gone" }, { id: "never" }], ProjectionExpression: "id" },
        },
      }),
    );
    const ids = Responses?.[TableName]?.map((item) => item.id).toSorted();
    expect(Responses?.[TableName]?.[0]).not.toHaveProperty("name");
    expect(ids).toEqual(Keys.map(({ id }) => id).toSorted());
    const twice = { [TableName]: [1, 2].map((n) => ({ PutRequest: { Item: { id: "same", n } } })) };
    await expect(server.documents.send(new BatchWriteCommand({ RequestItems: twice }))).rejects.toThrow(
      "Provided list of item keys contains duplicates",
    );
  });

  test("an empty string is no key, of the table or of an index", async () => {
    const TableName = await subscriptions();
    const refused = { name: "ValidationException", message: expect.stringMatching(/empty string value/) };
    const key = { TableName, Key: { id: "" } };
    await expect(put(TableName, { id: "" })).rejects.toMatchObject(refused);
    await expect(server.documents.send(new GetCommand(key))).rejects.toMatchObject(refused);
    await expect(server.documents.send(new DeleteCommand(key))).rejects.toMatchObject(refused);
    await expect(put(TableName, { id: "1", client: "" })).rejects.toMatchObject(refused);
    await put(TableName, { id: "1", name: "" });
    const update = new UpdateCommand({
      TableName,
      Key: { id: "1" },
      UpdateExpression: "SET client = :c",
      ExpressionAttributeValues: { ":c": "" },
    });
    await expect(server.documents.send(update)).rejects.toMatchObject(refused);
    expect(await get(TableName, "1")).toEqual({ id: "1", name: "" });
  });

  test("reads cost their size and their consistency, and at least the smallest", async () => {
    const TableName = await subscriptions();
    await put(TableName, { id: "small", status: "active", day: "2026-03-01" });
    await put(TableName, { id: "large", text: "x".repeat(9000) });
    const read = async (id: string, ConsistentRead: boolean) => {
      const command = new GetCommand({
        TableName,
        Key: { id },
        ConsistentRead,
        ReturnConsumedCapacity: "TOTAL",
      });
      return (await server.documents.send(command)).ConsumedCapacity?.CapacityUnits;
    };
    expect(await Promise.all([read("small", true), read("small", false), read("none", false)])).toEqual([
      1, 0.5, 0.5,
    ]);
    expect(await Promise.all([read("large", true), read("large", false)])).toEqual([3, 1.5]);
    const query = async (status: string) => {
      const { ConsumedCapacity } = await server.documents.send(
        new QueryCommand({
          TableName,
          IndexName: "by-day",
          KeyConditionExpression: "#s = :s",
          ExpressionAttributeNames: { "#s": "status" },
          ExpressionAttributeValues: { ":s": status },
          ReturnConsumedCapacity: "INDEXES",
        }),
      );
      return ConsumedCapacity;
    };
    for (const status of ["active", "none"]) {
      expect(await query(status)).toMatchObject({
        CapacityUnits: 0.5,
        Table: { CapacityUnits: 0 },
        GlobalSecondaryIndexes: { "by-day": { CapacityUnits: 0.5 } },
      });
    }
  });

  test("writes cost their size, and what changes in each index", async () => {
    const TableName = await subscriptions();
    const cost = async (Item: Record<string, unknown>) => {
      const command = new PutCommand({ TableName, Item, ReturnConsumedCapacity: "INDEXES" });
      const { ConsumedCapacity } = await server.documents.send(command);
      const { Table, GlobalSecondaryIndexes = {} } = ConsumedCapacity ?? {};
      const indexes = Object.entries(GlobalSecondaryIndexes).map(([name, units]) => [
        name,
        units.CapacityUnits,
      ]);
      return {
        all: ConsumedCapacity?.CapacityUnits,
        table: Table?.CapacityUnits,
        ...Object.fromEntries(indexes),
      };
    };
    const item = { id: "1", status: "active", day: "2026-03-01" };
    expect(await cost(item)).toEqual({ all: 2, table: 1, "by-day": 1 });
    expect(await cost(item)).toEqual({ all: 1, table: 1 });
    expect(await cost({ ...item, day: "2026-04-01" })).toEqual({ all: 3, table: 1, "by-day": 2 });
    expect(await cost({ id: "1", text: "x".repeat(2000) })).toEqual({ all: 3, table: 2, "by-day": 1 });
    expect(await cost({ id: "1", client: "c" })).toEqual({ all: 3, table: 2, "by-client": 1 });
    // Not part of what the index of keys holds.
    expect(await cost({ id: "1", client: "c", more: "m" })).toEqual({ all: 1, table: 1 });
  });

  test("additions from many sides at once all count", async () => {
    const TableName = await subscriptions();
    const add = () =>
      server.documents.send(
        new UpdateCommand({
          TableName,
          Key: { id: "counter" },
          UpdateExpression: "ADD seen :one",
          ExpressionAttributeValues: { ":one": 1 },
        }),
      );
    await Promise.all(Array.from({ length: 50 }, add));
    expect(await get(TableName, "counter")).toEqual({ id: "counter", seen: 50 });
  });

  test("an unknown table, a wrong key and an item too large are told apart", async () => {
    const TableName = await subscriptions();
    await expect(put("Nowhere", { id: "1" })).rejects.toMatchObject({
      name: "ResourceNotFoundException",
      message: "Requested resource not found",
    });
    await expect(put(TableName, { id: 1 })).rejects.toThrow("Type mismatch for key id expected: S actual: N");
    await expect(put(TableName, { name: "n" })).rejects.toThrow("Missing the key id in the item");
    await expect(put(TableName, { id: "1", text: "x".repeat(410_000) })).rejects.toThrow(
      "Item size has exceeded the maximum allowed size",
    );
  });
});
