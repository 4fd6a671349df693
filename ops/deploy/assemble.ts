import { readFileSync, rmSync } from "node:fs";
import { awsRules } from "../../infra/checks/aws-rules.ts";
import { checks } from "../../infra/checks/checks.ts";
import type { Template } from "../../infra/checks/template.ts";
import { stackName } from "../../infra/stack-names.ts";
import { cdk, throwIfAny } from "./run.ts";
import { contextOf, type ResolvedStage, siteUrlOf } from "./stage-settings.ts";

/** A stage's cloud assembly. The same one is shown and then deployed. */
export type Assembly = {
  directory: string;
  stacks: string[];
  /** The name of the product's stack. */
  product: string;
  /** Of the product's stack. Undefined while the assembly only has side stacks. */
  template: Template | undefined;
};

/** Builds site and functions and synthesizes the stage. @throws Error when a check of infra/checks fails */
export async function assemble(stage: ResolvedStage, { built }: { built: boolean }): Promise<Assembly> {
  const directory = `build/assembly/${stage.name}`;
  rmSync(directory, { recursive: true, force: true });
  const options = ["--quiet", "--strict", ...(built ? ["--build", ""] : []), "--output", directory];
  await cdk(["synth", ...options, ...contextOf(stage)], siteUrlOf(stage));
  const assembly = readAssembly(directory, stackName(stage));
  const { template } = assembly;
  if (template)
    throwIfAny("The template would fail during deployment", [
      ...awsRules(template),
      ...Object.values(checks).flatMap((check) => check(template)),
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
  const read = (): Template => JSON.parse(readFileSync(`${directory}/${product}.template.json`, "utf8"));
  return { directory, stacks, product, template: stacks.includes(product) ? read() : undefined };
}
