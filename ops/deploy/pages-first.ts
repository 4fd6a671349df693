import { createHash } from "node:crypto";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resourcesOf, type Template } from "../../infra/checks/template.ts";
import type { Assembly } from "./assemble.ts";

const DEPLOYMENT = "Custom::CDKBucketDeployment";
type AssetList = { files: Record<string, { source: { path: string } }> };

/**
 * The current release with the pages of the previous one. Undefined when the pages are the same, or when their
 * resources do not fit into the current template; then everything is restored at once.
 */
export function withPagesOf(previous: Assembly, current: Assembly): Assembly | undefined {
  const { product } = previous;
  const template = previous.template && current.template && mixed(previous.template, current.template);
  if (!template || JSON.stringify(template) === JSON.stringify(current.template)) return undefined;

  const directory = `${previous.directory}-pages`;
  rmSync(directory, { recursive: true, force: true });
  cpSync(previous.directory, directory, { recursive: true });
  const file = `${product}.template.json`;
  const list = `${product}.assets.json`;
  const read = (from: Assembly): AssetList => JSON.parse(readFileSync(join(from.directory, list), "utf8"));
  const isTemplate = ([, { source }]: [string, AssetList["files"][string]]) => source.path === file;
  const [before, after] = [read(previous), read(current)];
  const otherAssets = Object.entries(after.files).filter((asset) => !isTemplate(asset));
  const files = { ...Object.fromEntries(otherAssets), ...before.files };
  const text = JSON.stringify(template);
  // The CDK uploads a template under its hash, and not again if the name exists.
  const [[hash = ""] = []] = Object.entries(before.files).filter(isTemplate);
  const newHash = createHash("sha256").update(text).digest("hex");
  writeFileSync(join(directory, file), text);
  writeFileSync(join(directory, list), JSON.stringify({ ...before, files }).replaceAll(hash, newHash));
  const manifest = readFileSync(join(directory, "manifest.json"), "utf8");
  writeFileSync(join(directory, "manifest.json"), manifest.replaceAll(hash, newHash));
  return { directory, stacks: [product], product, template };
}

function mixed(previous: Template, current: Template): Template | undefined {
  const template = structuredClone(current);
  const ids = (release: Template) => resourcesOf(release, DEPLOYMENT).map(({ id }) => id);
  if (ids(previous).join() !== ids(current).join()) return undefined;
  for (const id of ids(previous)) {
    const { Properties } = previous.Resources[id] ?? {};
    const named = JSON.stringify(Properties).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(?!AWS::)(\w+)/g);
    if (!Properties || ![...named].every(([, name = ""]) => name in current.Resources)) return undefined;
    Object.assign(template.Resources[id] ?? {}, { Properties });
  }
  return template;
}
