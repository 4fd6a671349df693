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
  const [before, after] = [identities(kept), identities(definition)];
  for (const [identity, { IndexName }] of before)
    if (!after.has(identity)) await update({ Delete: { IndexName } });
  for (const [identity, index] of after) if (!before.has(identity)) await update({ Create: index });
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

/** The indexes by what makes each another one when it changes. */
const identities = (table: TableDefinition) =>
  new Map(
    indexesOf(table).map((index) => {
      const { ProjectionType, NonKeyAttributes = [] } = index.Projection;
      const identity = [index.IndexName, keyWithTypes(table, index.KeySchema), ProjectionType];
      return [JSON.stringify([...identity, NonKeyAttributes.toSorted()]), index];
    }),
  );
