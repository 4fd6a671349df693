import { readFileSync, rmSync } from "node:fs";
import { awsRules } from "../../infra/checks/aws-rules.ts";
import { checks } from "../../infra/checks/checks.ts";
import type { Template } from "../../infra/checks/template.ts";
import { stackOf } from "../../infra/stack-names.ts";
import { cdk, refuse } from "./run.ts";
import { contextOf, type FoundStage, siteUrlOf } from "./stage-settings.ts";

/** A stage's cloud assembly: what is shown, and then deployed. */
export type Assembly = {
  directory: string;
  stacks: string[];
  /** The product's own; none while only what stands beside it is there. */
  template: Template | undefined;
};

/** Builds site and functions and synthesizes the stage, which must pass every check of infra/checks. */
export async function assemble(stage: FoundStage, { built }: { built: boolean }): Promise<Assembly> {
  const directory = `build/assembly/${stage.name}`;
  rmSync(directory, { recursive: true, force: true });
  const how = ["--quiet", "--strict", ...(built ? ["--build", ""] : []), "--output", directory];
  await cdk(["synth", ...how, ...contextOf(stage)], siteUrlOf(stage));
  const manifest: { artifacts: Record<string, { type: string }> } = JSON.parse(
    readFileSync(`${directory}/manifest.json`, "utf8"),
  );
  const stacks = Object.keys(manifest.artifacts).filter(
    (name) => manifest.artifacts[name]?.type === "aws:cloudformation:stack",
  );
  if (!stacks.includes(stackOf(stage))) return { directory, stacks, template: undefined };

  const template: Template = JSON.parse(readFileSync(`${directory}/${stackOf(stage)}.template.json`, "utf8"));
  refuse("The template would fail half-way", [
    ...awsRules(template),
    ...Object.values(checks).flatMap((check) => check(template)),
  ]);
  return { directory, stacks, template };
}
