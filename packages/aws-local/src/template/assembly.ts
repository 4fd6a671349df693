/** The synthesized cloud assembly: one stack's template, and where its assets lie. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { messageOf } from "../aws-error.ts";

export interface RawResource {
  Type: string;
  Properties?: Record<string, unknown>;
  Condition?: string;
  Metadata?: Record<string, unknown>;
}

export interface RawTemplate {
  Resources: Record<string, RawResource>;
  Parameters?: Record<string, { Type: string; Default?: string; NoEcho?: boolean }>;
  Outputs?: Record<string, { Value: unknown }>;
}

export interface Assembly {
  stackName: string;
  template: RawTemplate;
  /** The file or directory that was uploaded under this key of the assets' bucket. */
  assetPath(objectKey: string): string;
}

interface Manifest {
  artifacts: Record<string, { type: string; properties: { templateFile: string; directoryName: string } }>;
}

interface AssetManifest {
  files: Record<string, { source: { path: string }; destinations: Record<string, { objectKey: string }> }>;
}

/** Reads an assembly of exactly one stack. Throws a sentence when there is none, or more than one. */
export function readAssembly(directory: string): Assembly {
  const artifacts = Object.entries(readJson<Manifest>(directory, "manifest.json").artifacts);
  const [nested, second] = artifacts.filter(([, { type }]) => type === "cdk:cloud-assembly");
  const stacks = artifacts.filter(([, { type }]) => type === "aws:cloudformation:stack");
  const [stack] = stacks;
  if (!stack && nested && !second) return readAssembly(join(directory, nested[1].properties.directoryName));
  if (!stack || stacks.length > 1) {
    const found = stacks.map(([name]) => name).join(", ") || "none";
    throw new Error(`${directory} must hold exactly one stack; it holds ${found}.`);
  }
  const { templateFile } = stack[1].properties;
  const assets = readJson<AssetManifest>(directory, templateFile.replace("template.json", "assets.json"));
  const paths = new Map(
    Object.values(assets.files).flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [objectKey, resolve(directory, source.path)]),
    ),
  );
  return {
    stackName: stack[0],
    template: readJson<RawTemplate>(directory, templateFile),
    assetPath(objectKey) {
      const path = paths.get(objectKey);
      if (!path) throw new Error(`${directory} has no asset ${objectKey}.`);
      return path;
    },
  };
}

/** The assembly was written by the CDK, so its form is trusted. */
function readJson<Form>(directory: string, file: string): Form {
  try {
    return JSON.parse(readFileSync(join(directory, file), "utf8")) as Form;
  } catch (error) {
    const place = join(directory, file);
    throw new Error(`${place} cannot be read as part of a cloud assembly: ${messageOf(error)}`);
  }
}
