import { AwsError } from "../aws-error.ts";

export type KeySchema = { AttributeName: string; KeyType: string }[];
export type Input = Record<string, unknown>;
export type Output = Record<string, unknown>;

type Attributes = { AttributeName: string; AttributeType: string }[];
type Index = {
  IndexName: string;
  KeySchema: KeySchema;
  Projection: { ProjectionType: string; NonKeyAttributes?: string[] };
};

export type TableDefinition = {
  TableName: string;
  KeySchema: KeySchema;
  AttributeDefinitions: Attributes;
  GlobalSecondaryIndexes?: Index[] | undefined;
  LocalSecondaryIndexes?: Index[] | undefined;
  TimeToLiveSpecification?: { AttributeName?: string | undefined; Enabled: boolean } | undefined;
};

type Call = (operation: string, input: Input) => Promise<Output>;

/** The stored tables have other keys or indexes than the template's. Nothing was changed. */
export class StoredShapeError extends Error {
  constructor(tables: string[]) {
    super(
      `The stored data has an older shape: the template has other keys or indexes for ${tables.join(", ")}.`,
    );
    this.name = "StoredShapeError";
  }
}

/** Creates missing tables. @throws StoredShapeError */
export async function defineTables(call: Call, definitions: TableDefinition[]): Promise<void> {
  const missing: TableDefinition[] = [];
  const different: string[] = [];
  for (const definition of definitions) {
    const stored = await storedTable(call, definition.TableName);
    if (!stored) missing.push(definition);
    else if (shapeOf(stored) !== shapeOf(definition)) different.push(definition.TableName);
  }
  if (different.length > 0) throw new StoredShapeError(different);
  for (const definition of missing) await createTable(call, definition);
}

export async function createTable(call: Call, definition: TableDefinition): Promise<void> {
  const { TableName, KeySchema, AttributeDefinitions } = definition;
  const global = indexesOf(definition.GlobalSecondaryIndexes);
  const local = indexesOf(definition.LocalSecondaryIndexes);
  await call("CreateTable", {
    TableName,
    KeySchema,
    AttributeDefinitions,
    BillingMode: "PAY_PER_REQUEST",
    ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
    ...(local.length > 0 && { LocalSecondaryIndexes: local }),
  });
}

async function storedTable(call: Call, TableName: string): Promise<TableDefinition | undefined> {
  try {
    return (await call("DescribeTable", { TableName })).Table as TableDefinition;
  } catch (error) {
    if (error instanceof AwsError && error.code === "ResourceNotFoundException") return undefined;
    throw error;
  }
}

const indexesOf = (indexes: readonly Index[] = []): Index[] =>
  indexes.map(({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }));

const typedKeys = ({ AttributeDefinitions }: TableDefinition, keys: KeySchema) =>
  keys.map(({ AttributeName, KeyType }) => {
    const type = AttributeDefinitions.find(
      (attribute) => attribute.AttributeName === AttributeName,
    )?.AttributeType;
    return `${AttributeName} (${type} ${KeyType})`;
  });

/** The keys and indexes as text, independent of the indexes' order. */
const shapeOf = (table: TableDefinition): string =>
  JSON.stringify([
    typedKeys(table, table.KeySchema),
    shapesOf(table, table.GlobalSecondaryIndexes),
    shapesOf(table, table.LocalSecondaryIndexes),
  ]);

const shapesOf = (table: TableDefinition, indexes: readonly Index[] | undefined): string[] =>
  indexesOf(indexes)
    .map(({ IndexName, KeySchema, Projection: { ProjectionType, NonKeyAttributes = [] } }) =>
      JSON.stringify([IndexName, typedKeys(table, KeySchema), ProjectionType, NonKeyAttributes.toSorted()]),
    )
    .toSorted();
