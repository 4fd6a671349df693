import { type Check, text } from "./template.ts";

/** CloudFormation's limits on a template. */
export const templateFits: Check = (template) => [
  ...(Buffer.byteLength(JSON.stringify(template)) > 1_000_000 ? ["the template is larger than 1 MB"] : []),
  ...(Object.keys(template.Resources).length > 500 ? ["the template has more than 500 resources"] : []),
];

/** An export in use cannot be changed or removed, and holds its stack with it. */
export const outputsAreFree: Check = ({ Outputs = {} }) =>
  Object.entries(Outputs).flatMap(([name, { Value, Export }]) => [
    ...(Value === undefined ? [`${name}: says nothing`] : []),
    ...(Export === undefined ? [] : [`${name}: is exported`]),
  ]);

const names = ["BucketName", "TableName", "UserPoolName", "LogGroupName", "QueueName"];
/** A name made of what CloudFormation invents is another one next time. */
const isFixed = (name: unknown) => name !== undefined && !text(name).replaceAll("${AWS::", "").includes("${");

/** What is kept when a stack goes would stand in the way of the next one under the same name. */
export const keptResourcesAreUnnamed: Check = ({ Resources }) =>
  Object.entries(Resources)
    .filter(
      ([, { DeletionPolicy, Properties }]) =>
        DeletionPolicy === "Retain" && names.some((name) => isFixed(Properties[name])),
    )
    .map(([id]) => `${id}: is kept, and has a fixed name`);
