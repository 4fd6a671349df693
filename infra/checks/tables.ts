import { checkEach } from "./template.ts";

type Key = { AttributeName: string; KeyType: string }[];
type Index = { IndexName: string; KeySchema: Key };
type Table = {
  AttributeDefinitions: { AttributeName: string }[];
  KeySchema: Key;
  GlobalSecondaryIndexes?: Index[];
  LocalSecondaryIndexes?: Index[];
};

const TABLE = "AWS::DynamoDB::Table";

const indexesOf = ({ GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] }: Table): Index[] => [
  ...GlobalSecondaryIndexes,
  ...LocalSecondaryIndexes,
];

/** DynamoDB refuses keys without a defined attribute, and defined attributes that are not keys. */
export const keysAreDefined = checkEach<Table>(TABLE, (properties) => {
  const { AttributeDefinitions, KeySchema } = properties;
  const keys = [KeySchema, ...indexesOf(properties).map((index) => index.KeySchema)];
  const used = new Set(keys.flat().map(({ AttributeName }) => AttributeName));
  const defined = new Set(AttributeDefinitions.map(({ AttributeName }) => AttributeName));
  return [
    ...[...used.difference(defined)].map((name) => `the key ${name} is not defined`),
    ...[...defined.difference(used)].map((name) => `${name} is defined but not a key`),
    ...keys
      .filter((key) => !["HASH", "HASH,RANGE"].includes(key.map(({ KeyType }) => KeyType).join()))
      .map((key) => `${JSON.stringify(key)} is not a key`),
  ];
});

export const indexNamesAreUnique = checkEach<Table>(TABLE, (properties) => {
  const names = indexesOf(properties).map(({ IndexName }) => IndexName);
  return [new Set(names).size < names.length && "two indexes have the same name"];
});
