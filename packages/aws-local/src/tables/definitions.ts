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

type Keyed = Pick<TableDefinition, "KeySchema" | "AttributeDefinitions">;
type Call = (operation: string, input: Input) => Promise<Output>;

/**
 * Makes the table as defined: created if missing, its indexes added (with the items there are), replaced (if
 * their keys or projection changed) or removed. Items are never touched, so another key is an error.
 */
export async function defineTable(call: Call, definition: TableDefinition): Promise<void> {
  const { TableName, KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [] } = definition;
  const known = await describe(call, TableName);
  if (!known) {
    const indexes = GlobalSecondaryIndexes.map(indexOf);
    await call("CreateTable", {
      ...{ TableName, KeySchema, AttributeDefinitions, BillingMode: "PAY_PER_REQUEST" },
      ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
    });
    return;
  }
  checkSameKey(known, definition);
  const same = (table: Keyed, index: Index, other: TableDefinition) =>
    other.GlobalSecondaryIndexes?.some((each) =>
      isDeepStrictEqual(identity(table, index), identity(other, each)),
    );
  const update = (change: object) =>
    call("UpdateTable", { TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates: [change] });
  for (const index of known.GlobalSecondaryIndexes ?? []) {
    if (!same(known, index, definition)) await update({ Delete: { IndexName: index.IndexName } });
  }
  for (const index of GlobalSecondaryIndexes) {
    if (!same(definition, index, known)) await update({ Create: indexOf(index) });
  }
}

const indexOf = ({ IndexName, KeySchema, Projection }: Index): Index => ({
  IndexName,
  KeySchema,
  Projection,
});

async function describe(call: Call, TableName: string): Promise<TableDefinition | undefined> {
  try {
    return (await call("DescribeTable", { TableName })).Table as TableDefinition;
  } catch (error) {
    if (error instanceof AwsError && error.code === "ResourceNotFoundException") return undefined;
    throw error;
  }
}

function checkSameKey(known: TableDefinition, definition: TableDefinition) {
  const [kept, wanted] = [known, definition].map((table) => keyWithTypes(table, table.KeySchema).join(", "));
  if (kept === wanted) return;
  throw new Error(
    `The table ${known.TableName} is kept here with the key ${kept}, but is now defined with the key ${wanted}. ` +
      "On AWS this would replace the table and its items. Give the table another name, or remove it here first.",
  );
}

const keyWithTypes = ({ AttributeDefinitions }: Keyed, keys: KeySchema) =>
  keys.map(({ AttributeName, KeyType }) => {
    const type = AttributeDefinitions.find((each) => each.AttributeName === AttributeName)?.AttributeType;
    return `${AttributeName} (${type} ${KeyType})`;
  });

/** What makes an index another one when it changes. */
function identity(table: Keyed, { IndexName, KeySchema, Projection }: Index) {
  const attributes = (Projection.NonKeyAttributes ?? []).toSorted();
  return [IndexName, keyWithTypes(table, KeySchema), Projection.ProjectionType, attributes];
}
