import { resourcesOf, type Template } from "./template.ts";

/**
 * Resource types that hold people's data, and the properties whose change makes CloudFormation replace the resource
 * with an empty one, or makes Cognito refuse the update ("Update requires: Replacement" in AWS's reference).
 */
const replacingProperties: Record<string, string[]> = {
  "AWS::DynamoDB::Table": ["TableName", "KeySchema", "LocalSecondaryIndexes"],
  "AWS::Cognito::UserPool": ["Schema", "UsernameAttributes", "AliasAttributes", "UsernameConfiguration"],
  "AWS::Cognito::UserPoolClient": ["GenerateSecret", "UserPoolId"],
  "AWS::S3::Bucket": ["BucketName"],
};

/** These properties of a table change in steps, so they are compared item by item. */
const INDEX_PROPERTIES = ["AttributeDefinitions", "GlobalSecondaryIndexes"];

/** The part of a template that `unsafeUpdates` compares. */
export const dataResources = ({ Resources }: Template): Template => ({
  Resources: Object.fromEntries(
    Object.entries(Resources).flatMap(([id, { Type, Properties, DeletionPolicy }]) => {
      const names = replacingProperties[Type]?.concat(INDEX_PROPERTIES);
      if (!names) return [];
      const compared = names.filter((name) => name in Properties).map((name) => [name, Properties[name]]);
      const policy = DeletionPolicy === undefined ? {} : { DeletionPolicy };
      return [[id, { Type, Properties: Object.fromEntries(compared), ...policy }]];
    }),
  ),
});

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Index = { IndexName: string; KeySchema: unknown; Projection?: unknown };
type Table = {
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  GlobalSecondaryIndexes?: Index[];
};

/** Sentences about data that an update would lose, or why it would fail. Empty when the update is safe. */
export const unsafeUpdates = (before: Template, after: Template): string[] => [
  ...Object.entries(before.Resources).flatMap(([id, old]) => {
    const properties = replacingProperties[old.Type];
    if (!properties) return [];
    const now = after.Resources[id];
    if (now?.Type !== old.Type)
      return [`${id}: is gone or has a new logical id, so its data would be left behind`];
    return [
      ...properties
        .filter((name) => !isEqual(old.Properties[name], now.Properties[name]))
        .map((name) => `${id}: a change of ${name} replaces it or is refused`),
      ...(old.DeletionPolicy === "Retain" && now.DeletionPolicy !== "Retain"
        ? [`${id}: is no longer retained`]
        : []),
    ];
  }),
  ...resourcesOf<Table>(before, "AWS::DynamoDB::Table").flatMap(({ id, properties: old }) => {
    const now = resourcesOf<Table>(after, "AWS::DynamoDB::Table").find((table) => table.id === id);
    return now ? [...typeChanges(id, old, now.properties), ...indexChanges(id, old, now.properties)] : [];
  }),
];

const typeChanges = (id: string, old: Table, now: Table): string[] =>
  old.AttributeDefinitions.filter(({ AttributeName, AttributeType }) =>
    now.AttributeDefinitions.some(
      (one) => one.AttributeName === AttributeName && one.AttributeType !== AttributeType,
    ),
  ).map(({ AttributeName }) => `${id}: ${AttributeName} has a new type, which replaces the table`);

/** DynamoDB adds or removes one index per update, and cannot change one. */
function indexChanges(id: string, old: Table, now: Table): string[] {
  const [before, after] = [old.GlobalSecondaryIndexes ?? [], now.GlobalSecondaryIndexes ?? []];
  const byName = (indexes: Index[], name: string) => indexes.find(({ IndexName }) => IndexName === name);
  const removed = before.filter(({ IndexName }) => !byName(after, IndexName));
  const added = after.filter(({ IndexName }) => !byName(before, IndexName));
  const changed = before.filter((index) => {
    const present = byName(after, index.IndexName);
    return (
      present &&
      !(isEqual(present.KeySchema, index.KeySchema) && isEqual(present.Projection, index.Projection))
    );
  });
  return [
    ...(removed.length + added.length > 1
      ? [`${id}: ${removed.length + added.length} indexes are added or removed; deploy them one by one`]
      : []),
    ...changed.map(({ IndexName }) => `${id}: the index ${IndexName} cannot change; add it under a new name`),
  ];
}
