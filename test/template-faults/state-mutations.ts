import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { mayAlwaysChange, statefulTypes } from "../../infra/checks/stateful.ts";
import type { Resource, Template } from "../../infra/checks/template.ts";
import { unsafeUpdates } from "../../infra/checks/updates.ts";

/** One change of one resource, the gate's answer to it, and what the list says. */
export type Answer = {
  type: string;
  id: string;
  /** Without positions in lists. */
  path: string;
  how: string;
  /** The gate's sentences. Empty when it lets the change through. */
  sentences: string[];
  /** Why the list lets it through. Undefined when it must be stopped. */
  why: string | undefined;
  /** Whether CloudFormation would replace the resource by an empty one. */
  replaces: boolean;
};

type Path = (string | number)[];
type Change = { how: string; path: Path; value: unknown };
type Node = Record<string | number, unknown>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const isReference = (value: unknown) => isNode(value) && /^(Ref|Fn::)/.test(Object.keys(value)[0] ?? "");

/** The properties of AWS's schemas, and whether CloudFormation replaces the resource when they change. */
function readSchemas(): Map<string, Record<string, boolean>> {
  type Schema = {
    cloudFormationType: string;
    properties: Record<string, { causesReplacement?: "yes" | "maybe" | "no" }>;
  };
  const folder = dirname(createRequire(import.meta.url).resolve("aws-cdk/package.json"));
  const { schema } = JSON.parse(gunzipSync(readFileSync(join(folder, "db.json.gz"))).toString());
  const replaces = ({ properties }: Schema) =>
    Object.entries(properties).map(([name, { causesReplacement = "no" }]) => [
      name,
      causesReplacement !== "no",
    ]);
  return new Map(
    (Object.values(schema.resource.entities) as Schema[])
      .filter(({ cloudFormationType }) => cloudFormationType in statefulTypes)
      .map((one) => [one.cloudFormationType, Object.fromEntries(replaces(one))]),
  );
}

/** Other values for everything at and below a path. */
function* changesBelow(value: unknown, path: Path): Generator<Change> {
  yield { how: "removed", path, value: undefined };
  if (typeof value === "string") yield { how: "changed", path, value: `${value}x` };
  if (typeof value === "boolean") yield { how: `${!value}`, path, value: !value };
  if (typeof value === "number") {
    yield { how: "more", path, value: value * 2 + 1 };
    yield { how: "less", path, value: value / 2 - 1 };
  }
  if (isReference(value)) yield { how: "changed", path, value: { Ref: "AWS::StackName" } };
  else if (Array.isArray(value)) {
    if (value.length > 1) yield { how: "order changed", path, value: value.toReversed() };
    yield { how: "first removed", path, value: value.slice(1) };
    for (const [at, one] of value.entries()) yield* changesBelow(one, [...path, at]);
  } else if (isNode(value))
    for (const [name, one] of Object.entries(value)) yield* changesBelow(one, [...path, name]);
}

function* changesOf({ Type, Properties = {} }: Resource, schema: Record<string, boolean>): Generator<Change> {
  for (const path of [["DeletionPolicy"], ["UpdateReplacePolicy"]])
    for (const value of ["Delete", "Retain", undefined]) yield { how: `${value}`, path, value };
  for (const name of ["Condition", "CreationPolicy", "UpdatePolicy", "Metadata", "DependsOn"])
    yield { how: "added", path: [name], value: "x" };
  yield { how: "another type", path: ["Type"], value: `${Type}x` };
  for (const [name, value] of Object.entries(Properties)) yield* changesBelow(value, ["Properties", name]);
  for (const name of Object.keys(schema))
    if (!(name in Properties)) yield { how: "added", path: ["Properties", name], value: ["x"] };
}

function changed(value: unknown, [step, ...rest]: Path, to: unknown): unknown {
  if (step === undefined) return to;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Node) }) as Node;
  copy[step] = changed(copy[step], rest, to);
  if (copy[step] === undefined && !Array.isArray(copy)) delete copy[step];
  return Array.isArray(copy) ? copy.filter((one) => one !== undefined) : copy;
}

const valueAt = (resource: unknown, path: Path): unknown =>
  path.reduce((value, step) => (isNode(value) ? value[step] : undefined), resource);

/** Why the list lets a change through, found without the gate's comparison. */
function whyAllowed(before: Resource, after: Resource, path: Path): string | undefined {
  const names = path[0] === "Properties" ? path.slice(1) : path;
  const rules = { ...mayAlwaysChange, ...statefulTypes[before.Type]?.mayChange };
  const depth = names.findIndex((_, at) => names.slice(0, at + 1).join(".") in rules) + 1;
  const rule = rules[names.slice(0, depth).join(".")];
  const ruled = path.slice(0, path.length - names.length + depth);
  const values = [valueAt(before, ruled), valueAt(after, ruled)] as const;
  return rule?.unless?.(...values) || rule?.refused?.(...values) ? undefined : rule?.why;
}

/** Changes everything that keeps state, one at a time. */
export function* stateMutations(template: Template): Generator<Answer> {
  const schemas = readSchemas();
  const withResources = (Resources: Record<string, Resource>) => ({ ...template, Resources });
  for (const [id, resource] of Object.entries(template.Resources)) {
    const { Type: type } = resource;
    const schema = schemas.get(type);
    if (!schema) continue;
    const { [id]: _, ...others } = template.Resources;
    const whole = { type, id, path: "the resource", why: undefined, replaces: true };
    yield { ...whole, how: "gone", sentences: unsafeUpdates(template, withResources(others)) };
    const renamed = withResources({ ...others, [`${id}x`]: resource });
    yield { ...whole, how: "another logical id", sentences: unsafeUpdates(template, renamed) };
    for (const { how, path, value } of changesOf(resource, schema)) {
      if (JSON.stringify(valueAt(resource, path)) === JSON.stringify(value)) continue;
      const after = changed(resource, path, value) as Resource;
      yield {
        type,
        id,
        path: path.filter((step) => typeof step === "string" && step !== "Properties").join("."),
        how,
        sentences: unsafeUpdates(template, withResources({ ...others, [id]: after })),
        why: whyAllowed(resource, after, path),
        replaces: path[0] === "Properties" && schema[`${path[1]}`] === true,
      };
    }
  }
}
