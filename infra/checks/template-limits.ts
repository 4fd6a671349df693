import { type Check, textOf } from "./template.ts";

/** CloudFormation's limits. */
export const templateFitsLimits: Check = (template) => [
  ...(Buffer.byteLength(JSON.stringify(template)) > 1_000_000 ? ["the template is larger than 1 MB"] : []),
  ...(Object.keys(template.Resources).length > 500 ? ["the template has more than 500 resources"] : []),
];

/** An export in use cannot change, and its stack cannot be removed. */
export const outputsAreNotExported: Check = ({ Outputs = {} }) =>
  Object.entries(Outputs).flatMap(([name, { Value, Export }]) => [
    ...(Value === undefined ? [`${name}: has no value`] : []),
    ...(Export === undefined ? [] : [`${name}: is exported`]),
  ]);

const NAME_PROPERTIES = ["BucketName", "TableName", "UserPoolName", "LogGroupName", "QueueName"];
/** A name with a generated part differs in the next stack. */
const isFixed = (name: unknown) =>
  name !== undefined && !textOf(name).replaceAll("${AWS::", "").includes("${");

/** A retained resource with a fixed name would block the next stack of the same name. */
export const retainedResourcesAreUnnamed: Check = ({ Resources }) =>
  Object.entries(Resources)
    .filter(
      ([, { DeletionPolicy, Properties }]) =>
        DeletionPolicy === "Retain" && NAME_PROPERTIES.some((name) => isFixed(Properties[name])),
    )
    .map(([id]) => `${id}: is retained and has a fixed name`);
