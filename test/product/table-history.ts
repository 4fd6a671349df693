import type { Product } from "./product.ts";

// dynoxide's streams keep the old image of every write, so a table can be read as it was.

export type Input = Record<string, unknown>;
type Item = Record<string, { S?: string }>;
type Index = { IndexName: string; KeySchema: object; Projection: object };
export type Description = Input & {
  TableName: string;
  TableArn: string;
  KeySchema: { AttributeName: string }[];
  AttributeDefinitions: { AttributeName: string }[];
  GlobalSecondaryIndexes?: Index[];
  LocalSecondaryIndexes?: Index[];
  LatestStreamArn?: string;
};
type StreamRecord = {
  dynamodb: { Keys: Item; OldImage?: Item; ApproximateCreationDateTime: number };
};
export type Copy = { arn: string; at: number; table: Description; rows: Item[] };

const BATCH_ROWS = 25;

/** Reads tables as they were at an instant, and creates tables with such rows. */
export function tableHistory({ awsEndpoint }: Pick<Product, "awsEndpoint">) {
  const authorization =
    "AWS4-HMAC-SHA256 Credential=LOCALADMIN/20260101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0";

  async function call<Answer = Input>(operation: string, input: Input): Promise<Answer> {
    const headers = {
      authorization,
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `DynamoDB_20120810.${operation}`,
    };
    // Another path than "/" is not intercepted.
    const answer = await fetch(`${awsEndpoint}/dynamodb`, {
      method: "POST",
      headers,
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`);
    return answer.json() as Promise<Answer>;
  }

  const describe = async (TableName: unknown) =>
    (await call<{ Table: Description }>("DescribeTable", { TableName })).Table;
  const keyOf = ({ KeySchema }: Description, item: Item) =>
    KeySchema.map(({ AttributeName }) => item[AttributeName]?.S).join(" ");

  async function rowsOf(table: Description): Promise<Map<string, Item>> {
    const rows = new Map<string, Item>();
    let ExclusiveStartKey: unknown;
    do {
      const page: { Items: Item[]; LastEvaluatedKey?: unknown } = await call("Scan", {
        TableName: table.TableName,
        ConsistentRead: true,
        ExclusiveStartKey,
      });
      for (const item of page.Items) rows.set(keyOf(table, item), item);
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return rows;
  }

  async function recordsOf({ LatestStreamArn: StreamArn }: Description): Promise<StreamRecord[]> {
    const { StreamDescription } = await call<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
      "DescribeStream",
      { StreamArn },
    );
    const all: StreamRecord[] = [];
    for (const { ShardId } of StreamDescription.Shards) {
      let { ShardIterator } = await call<{ ShardIterator?: string | undefined }>("GetShardIterator", {
        StreamArn,
        ShardId,
        ShardIteratorType: "TRIM_HORIZON",
      });
      while (ShardIterator) {
        const page: { Records: StreamRecord[]; NextShardIterator?: string } = await call("GetRecords", {
          ShardIterator,
        });
        all.push(...page.Records);
        ShardIterator = page.Records.length > 0 ? page.NextShardIterator : undefined;
      }
    }
    return all;
  }

  /** Undoes the writes since an instant, newest first. */
  async function rowsAt(table: Description, second: number): Promise<Item[]> {
    const rows = await rowsOf(table);
    for (const { dynamodb } of (await recordsOf(table)).reverse()) {
      if (dynamodb.ApproximateCreationDateTime <= second) continue;
      const key = keyOf(table, dynamodb.Keys);
      if (dynamodb.OldImage) rows.set(key, dynamodb.OldImage);
      else rows.delete(key);
    }
    return [...rows.values()];
  }

  /** Descriptions of the restored tables' sources. */
  const summaries = new Map<string, Input>();
  async function create(
    TableName: string,
    { table, rows, at, arn }: Copy,
    { withIndexes }: { withIndexes: boolean },
  ) {
    const indexesOf = (indexes: Index[] = []) =>
      withIndexes
        ? indexes.map(({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }))
        : [];
    const global = indexesOf(table.GlobalSecondaryIndexes);
    const local = indexesOf(table.LocalSecondaryIndexes);
    const keys = JSON.stringify([
      table.KeySchema,
      ...[...global, ...local].map(({ KeySchema }) => KeySchema),
    ]);
    await call("CreateTable", {
      TableName,
      KeySchema: table.KeySchema,
      AttributeDefinitions: table.AttributeDefinitions.filter(({ AttributeName }) =>
        keys.includes(`"${AttributeName}"`),
      ),
      BillingMode: "PAY_PER_REQUEST",
      ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
      ...(local.length > 0 && { LocalSecondaryIndexes: local }),
    });
    for (let start = 0; start < rows.length; start += BATCH_ROWS)
      await call("BatchWriteItem", {
        RequestItems: {
          [TableName]: rows.slice(start, start + BATCH_ROWS).map((Item) => ({ PutRequest: { Item } })),
        },
      });
    summaries.set(TableName, { RestoreDateTime: at, ...(arn && { SourceBackupArn: arn }) });
    return { TableDescription: await describe(TableName) };
  }

  return { call, describe, rowsOf, rowsAt, create, summaries };
}
