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
  Parameters?: Record<string, { Type: string; Default?: string }>;
  Outputs?: Record<string, { Value: unknown }>;
}

export interface Assembly {
  stackName: string;
  template: RawTemplate;
  assetPath(objectKey: string): string;
}

interface Manifest {
  artifacts: Record<string, { type: string; properties: { templateFile: string; directoryName: string } }>;
}

interface AssetManifest {
  files: Record<string, { source: { path: string }; destinations: Record<string, { objectKey: string }> }>;
}

/** Throws unless the assembly has exactly one stack. */
export function readAssembly(directory: string): Assembly {
  const artifacts = Object.entries(readJson<Manifest>(directory, "manifest.json").artifacts);
  const [nested, second] = artifacts.filter(([, { type }]) => type === "cdk:cloud-assembly");
  const stacks = artifacts.filter(([, { type }]) => type === "aws:cloudformation:stack");
  const [stack] = stacks;
  if (!stack && nested && !second) return readAssembly(join(directory, nested[1].properties.directoryName));
  if (!stack || stacks.length > 1) {
    const stackNames = stacks.map(([name]) => name).join(", ") || "none";
    throw new Error(`${directory} must have exactly one stack; it has ${stackNames}.`);
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

function readJson<Shape>(directory: string, file: string): Shape {
  try {
    return JSON.parse(readFileSync(join(directory, file), "utf8")) as Shape;
  } catch (error) {
    throw new Error(`Cannot read ${join(directory, file)} of a cloud assembly: ${messageOf(error)}`);
  }
}
