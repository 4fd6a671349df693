import { isDeepStrictEqual } from "node:util";
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

/** The resolved properties of an AWS::DynamoDB::Table that matter here; others are ignored. */
export type TableDefinition = {
  TableName: string;
  KeySchema: KeySchema;
  AttributeDefinitions: Attributes;
  GlobalSecondaryIndexes?: Index[] | undefined;
  TimeToLiveSpecification?: { AttributeName?: string | undefined; Enabled: boolean } | undefined;
};

type Call = (operation: string, input: Input) => Promise<Output>;

/**
 * Makes the table as defined: created if missing, its indexes added (with the items there are), replaced (if
 * their keys or projection changed) or removed. Items are never touched, so another key is an error.
 */
export async function defineTable(call: Call, definition: TableDefinition): Promise<void> {
  const { TableName, KeySchema, AttributeDefinitions } = definition;
  const indexes = indexesOf(definition);
  const known = await call("DescribeTable", { TableName }).catch((error: unknown) => {
    if (error instanceof AwsError && error.code === "ResourceNotFoundException") return undefined;
    throw error;
  });
  if (!known) {
    const GlobalSecondaryIndexes = indexes.length > 0 ? { GlobalSecondaryIndexes: indexes } : {};
    const table = { TableName, KeySchema, AttributeDefinitions, ...GlobalSecondaryIndexes };
    await call("CreateTable", { ...table, BillingMode: "PAY_PER_REQUEST" });
    return;
  }
  const kept = known.Table as TableDefinition;
  const [keptKey, wantedKey] = [kept, definition].map((table) =>
    keyWithTypes(table, table.KeySchema).join(", "),
  );
  if (keptKey !== wantedKey)
    throw new Error(
      `The table ${TableName} is kept here with the key ${keptKey}, but is now defined with the key ${wantedKey}. ` +
        "On AWS this would replace the table and its items. Give the table another name, or remove it here first.",
    );
  const update = (change: object) =>
    call("UpdateTable", { TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: [change] });
  const missingIn = (table: TableDefinition, other: TableDefinition) =>
    indexesOf(table).filter((index) => {
      const wanted = identity(table, index);
      return !indexesOf(other).some((each) => isDeepStrictEqual(wanted, identity(other, each)));
    });
  for (const { IndexName } of missingIn(kept, definition)) await update({ Delete: { IndexName } });
  for (const index of missingIn(definition, kept)) await update({ Create: index });
}

const indexesOf = ({ GlobalSecondaryIndexes = [] }: TableDefinition): Index[] =>
  GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));

const keyWithTypes = ({ AttributeDefinitions }: TableDefinition, keys: KeySchema) =>
  keys.map(({ AttributeName, KeyType }) => {
    const type = AttributeDefinitions.find((each) => each.AttributeName === AttributeName)?.AttributeType;
    return `${AttributeName} (${type} ${KeyType})`;
  });

/** What makes an index another one when it changes. */
const identity = (table: TableDefinition, { IndexName, KeySchema, Projection }: Index) => {
  const attributes = (Projection.NonKeyAttributes ?? []).toSorted();
  return [IndexName, keyWithTypes(table, KeySchema), Projection.ProjectionType, attributes];
};
