import { readFileSync } from "node:fs";
import { GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import type { Template } from "../../infra/checks/template.ts";
import { unsafeUpdates } from "../../infra/checks/updates.ts";
import type { NamedStage } from "../../infra/stages.ts";
import { createAwsClients } from "../preflight/aws-clients.ts";
import { findStack, isDeployed } from "../preflight/stack-state.ts";
import type { Assembly } from "./assemble.ts";
import { throwIfAny } from "./run.ts";

type Manifest = { artifacts: Record<string, { environment?: string }> };

/**
 * Compares each stack of the assembly with what stands in the account. `lose` has the logical ids whose loss is accepted.
 * @throws Error when something that keeps state would be lost
 */
export async function refuseLosses(
  stage: NamedStage,
  { directory, stacks }: Assembly,
  lose: string[],
): Promise<void> {
  const read = (file: string) => JSON.parse(readFileSync(`${directory}/${file}`, "utf8"));
  const { artifacts }: Manifest = read("manifest.json");
  const losses = stacks.map(async (name) => {
    const region = artifacts[name]?.environment?.split("/").at(-1) ?? "";
    const deployed = await deployedTemplate(name, region.includes("unknown") ? stage.region : region);
    return deployed ? unsafeUpdates(deployed, read(`${name}.template.json`), lose) : [];
  });
  throwIfAny(
    "Nothing was deployed, because the update would lose data or fail",
    (await Promise.all(losses)).flat(),
  );
}

/** Undefined before the first deployment. */
export async function deployedTemplate(StackName: string, region: string): Promise<Template | undefined> {
  const aws = createAwsClients(region);
  if (!isDeployed(await findStack(aws, StackName))) return undefined;
  const command = new GetTemplateCommand({ StackName, TemplateStage: "Processed" });
  const { TemplateBody = "" } = await aws.cloudformation.send(command);
  try {
    return JSON.parse(TemplateBody);
  } catch {
    throw new Error(
      `${StackName} was not deployed by the CDK: its template is not JSON, so changes cannot be checked.`,
    );
  }
}
