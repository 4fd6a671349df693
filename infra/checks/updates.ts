import { all, type Template } from "./template.ts";

/**
 * What of people's data stands in which type of resource, and the properties under which CloudFormation would make
 * a new, empty one in its place, or Cognito refuse the update ("Update requires: Replacement" in AWS's reference).
 */
const lasting: Record<string, string[]> = {
  "AWS::DynamoDB::Table": ["TableName", "KeySchema", "LocalSecondaryIndexes"],
  "AWS::Cognito::UserPool": ["Schema", "UsernameAttributes", "AliasAttributes", "UsernameConfiguration"],
  "AWS::Cognito::UserPoolClient": ["GenerateSecret", "UserPoolId"],
  "AWS::S3::Bucket": ["BucketName"],
};

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Index = { IndexName: string; KeySchema: unknown; Projection?: unknown };
type Table = {
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  GlobalSecondaryIndexes?: Index[];
};

/** What an update from one template to another would lose or break half-way, in sentences; none when it is safe. */
export const unsafeUpdates = (before: Template, after: Template): string[] => [
  ...Object.entries(before.Resources).flatMap(([id, old]) => {
    const properties = lasting[old.Type];
    if (!properties) return [];
    const now = after.Resources[id];
    if (now?.Type !== old.Type)
      return [`${id}: is gone, or has another logical id; what it holds would be left behind`];
    return [
      ...properties
        .filter((name) => !same(old.Properties[name], now.Properties[name]))
        .map((name) => `${id}: another ${name} replaces it, or is refused`),
      ...(old.DeletionPolicy === "Retain" && now.DeletionPolicy !== "Retain"
        ? [`${id}: is no longer kept`]
        : []),
    ];
  }),
  ...all<Table>(before, "AWS::DynamoDB::Table").flatMap(({ id, properties: old }) => {
    const now = all<Table>(after, "AWS::DynamoDB::Table").find((table) => table.id === id);
    return now ? [...typesKept(id, old, now.properties), ...indexesInSteps(id, old, now.properties)] : [];
  }),
];

const typesKept = (id: string, old: Table, now: Table): string[] =>
  old.AttributeDefinitions.filter(({ AttributeName, AttributeType }) =>
    now.AttributeDefinitions.some(
      (one) => one.AttributeName === AttributeName && one.AttributeType !== AttributeType,
    ),
  ).map(({ AttributeName }) => `${id}: ${AttributeName} has another type, which replaces the table`);

/** DynamoDB makes or removes one index per update, and changes none. */
function indexesInSteps(id: string, old: Table, now: Table): string[] {
  const [then, today] = [old.GlobalSecondaryIndexes ?? [], now.GlobalSecondaryIndexes ?? []];
  const named = (indexes: Index[], name: string) => indexes.find(({ IndexName }) => IndexName === name);
  const removed = then.filter(({ IndexName }) => !named(today, IndexName));
  const added = today.filter(({ IndexName }) => !named(then, IndexName));
  const changed = then.filter((index) => {
    const present = named(today, index.IndexName);
    return (
      present && !(same(present.KeySchema, index.KeySchema) && same(present.Projection, index.Projection))
    );
  });
  return [
    ...(removed.length + added.length > 1
      ? [`${id}: ${removed.length + added.length} indexes come or go; release them one by one`]
      : []),
    ...changed.map(
      ({ IndexName }) => `${id}: the index ${IndexName} cannot change; give the new one another name`,
    ),
  ];
}
