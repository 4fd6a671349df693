import { readFileSync, rmSync } from "node:fs";
import { awsRules } from "../../infra/checks/aws-rules.ts";
import { checks } from "../../infra/checks/checks.ts";
import type { Template } from "../../infra/checks/template.ts";
import { stackName } from "../../infra/stack-names.ts";
import type { NamedStage } from "../../infra/stages.ts";
import { cdk, throwIfAny } from "./run.ts";

/** A stage's cloud assembly. The same one is shown and then deployed. */
export type Assembly = {
  directory: string;
  stacks: string[];
  /** The name of the product's stack. */
  product: string;
  /** Of the product's stack. */
  template: Template;
};

/** Builds site and functions and synthesizes the stage. @throws Error when a check of infra/checks fails */
export async function assemble(
  stage: NamedStage,
  { built, settings }: { built: boolean; settings: string | undefined },
): Promise<Assembly> {
  const directory = `build/assembly/${stage.name}`;
  rmSync(directory, { recursive: true, force: true });
  const options = ["--quiet", "--strict", ...(built ? ["--build", ""] : []), "--output", directory];
  const context = [
    "-c",
    `stage=${stage.name}`,
    ...(settings === undefined ? [] : ["-c", `stages=${settings}`]),
  ];
  await cdk(["synth", ...options, ...context], {});
  const assembly = readAssembly(directory, stackName(stage));
  throwIfAny("The template would fail during deployment", [
    ...awsRules(assembly.template, stage.region),
    ...Object.values(checks).flatMap((check) => check(assembly.template)),
  ]);
  return assembly;
}

/** Reads the assembly of a stage with the product's stack of this name. */
export function readAssembly(directory: string, product: string): Assembly {
  const manifest: { artifacts: Record<string, { type: string }> } = JSON.parse(
    readFileSync(`${directory}/manifest.json`, "utf8"),
  );
  const stacks = Object.keys(manifest.artifacts).filter(
    (name) => manifest.artifacts[name]?.type === "aws:cloudformation:stack",
  );
  const template: Template = JSON.parse(readFileSync(`${directory}/${product}.template.json`, "utf8"));
  return { directory, stacks, product, template };
}
