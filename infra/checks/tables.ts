import { type Check, resourcesOf } from "./template.ts";

type Key = { AttributeName: string; KeyType: string }[];
type Table = {
  AttributeDefinitions: { AttributeName: string }[];
  KeySchema: Key;
  GlobalSecondaryIndexes?: { IndexName: string; KeySchema: Key }[];
};

/** DynamoDB refuses keys without a defined attribute, and defined attributes that are not keys. */
export const keysAreDefined: Check = (template) =>
  resourcesOf<Table>(template, "AWS::DynamoDB::Table").flatMap(({ id, properties }) => {
    const keys = [
      properties.KeySchema,
      ...(properties.GlobalSecondaryIndexes ?? []).map((index) => index.KeySchema),
    ];
    const used = new Set(keys.flat().map(({ AttributeName }) => AttributeName));
    const defined = new Set(properties.AttributeDefinitions.map(({ AttributeName }) => AttributeName));
    return [
      ...[...used.difference(defined)].map((name) => `${id}: the key ${name} is not defined`),
      ...[...defined.difference(used)].map((name) => `${id}: ${name} is defined but not a key`),
      ...keys
        .filter(
          (key) =>
            key.map(({ KeyType }) => KeyType).join() !== "HASH" &&
            key.map(({ KeyType }) => KeyType).join() !== "HASH,RANGE",
        )
        .map((key) => `${id}: ${JSON.stringify(key)} is not a key`),
    ];
  });

export const indexNamesAreUnique: Check = (template) =>
  resourcesOf<Table>(template, "AWS::DynamoDB::Table")
    .filter(({ properties: { GlobalSecondaryIndexes = [] } }) => {
      const names = GlobalSecondaryIndexes.map(({ IndexName }) => IndexName);
      return new Set(names).size < names.length;
    })
    .map(({ id }) => `${id}: two indexes have the same name`);
