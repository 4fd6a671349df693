import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import type { Template } from "../../infra/checks/template.ts";

type Statement = {
  Effect: "Allow" | "Deny";
  Action: string | string[];
  NotResource?: string[];
  Condition?: { StringEquals: { ResourceType: string[] } };
};

type Schema = { cloudFormationType: string; properties: Record<string, { causesReplacement?: string }> };

/** By type, the properties that replace the resource when they change, from AWS's schemas. */
function readReplacing(): Map<string, string[]> {
  const folder = dirname(createRequire(import.meta.url).resolve("aws-cdk/package.json"));
  const { schema } = JSON.parse(gunzipSync(readFileSync(join(folder, "db.json.gz"))).toString());
  return new Map(
    (Object.values(schema.resource.entities) as Schema[]).map(({ cloudFormationType, properties }) => [
      cloudFormationType,
      Object.keys(properties).filter((name) => properties[name]?.causesReplacement === "yes"),
    ]),
  );
}
let replacing: Map<string, string[]> | undefined;

/** Whether the policy denies that an update replaces or removes a resource. */
export function isDenied(policy: string, before: Template, after: Template): boolean {
  const denials = (JSON.parse(policy).Statement as Statement[]).filter(({ Effect }) => Effect === "Deny");
  replacing ??= readReplacing();
  return Object.entries(before.Resources).some(([id, { Type, Properties }]) => {
    const resource = after.Resources[id];
    const isReplaced = replacing
      ?.get(Type)
      ?.some((name) => !isDeepStrictEqual(Properties?.[name], resource?.Properties?.[name]));
    const action = resource === undefined ? "Update:Delete" : isReplaced ? "Update:Replace" : "Update:Modify";
    return denials.some(
      ({ Action, NotResource = [], Condition }) =>
        [Action].flat().includes(action) &&
        Condition?.StringEquals.ResourceType.includes(Type) &&
        !NotResource.includes(`LogicalResourceId/${id}`),
    );
  });
}
