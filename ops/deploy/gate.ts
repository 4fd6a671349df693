import { readFileSync } from "node:fs";
import { GetTemplateCommand, SetStackPolicyCommand } from "@aws-sdk/client-cloudformation";
import type { Template } from "../../infra/checks/template.ts";
import { unsafeUpdates } from "../../infra/checks/updates.ts";
import type { NamedStage } from "../../infra/stages.ts";
import { createAwsClients } from "../preflight/aws-clients.ts";
import { findStack, isDeployed } from "../preflight/stack-state.ts";
import type { Assembly } from "./assemble.ts";
import { throwIfAny } from "./run.ts";
import { stackPolicy } from "./stack-policy.ts";

type Manifest = { artifacts: Record<string, { environment?: string }> };

/** The stacks of an assembly, each with its region. */
function regionsOf(stage: NamedStage, { directory, stacks }: Assembly): { name: string; region: string }[] {
  const { artifacts }: Manifest = JSON.parse(readFileSync(`${directory}/manifest.json`, "utf8"));
  return stacks.map((name) => {
    const region = artifacts[name]?.environment?.split("/").at(-1) ?? "";
    return { name, region: region.includes("unknown") ? stage.region : region };
  });
}

/**
 * Compares each stack of the assembly with what stands in the account. `lose` has the logical ids whose loss is accepted.
 * @throws Error when protection, recovery or something that keeps state would be lost
 */
export async function refuseLosses(stage: NamedStage, assembly: Assembly, lose: string[]): Promise<void> {
  const losses = regionsOf(stage, assembly).map(async ({ name, region }) => {
    const deployed = await deployedTemplate(name, region);
    const template = JSON.parse(readFileSync(`${assembly.directory}/${name}.template.json`, "utf8"));
    return deployed ? unsafeUpdates(deployed, template, lose) : [];
  });
  throwIfAny("Nothing was deployed, because the update would lose data", (await Promise.all(losses)).flat());
}

/** Has CloudFormation refuse to replace or remove what keeps state in the stacks that stand, but for `lose`. */
export async function setStackPolicies(stage: NamedStage, assembly: Assembly, lose: string[]): Promise<void> {
  for (const { name, region } of regionsOf(stage, assembly)) {
    const aws = createAwsClients(region);
    if (!isDeployed(await findStack(aws, name))) continue;
    const command = { StackName: name, StackPolicyBody: stackPolicy(lose) };
    await aws.cloudformation.send(new SetStackPolicyCommand(command));
  }
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
