import { randomBytes } from "node:crypto";
import { firewallStackName, stackName, vaultStackName } from "../../infra/stack-names.ts";
import { createAwsClients } from "../preflight/aws-clients.ts";
import { findStack, isDeployed } from "../preflight/stack-state.ts";
import type { Assembly } from "./assemble.ts";
import { refuseLosses } from "./gate.ts";
import { cdk } from "./run.ts";
import { EDGE_REGION, type NamedStage } from "./stage-settings.ts";

/** Asks whether to continue. */
export type Approve = (question: string) => Promise<boolean>;

/** Shows an assembly's changes and asks. @throws Error when the update is unsafe or not approved */
export async function reviewRelease(
  stage: NamedStage,
  assembly: Assembly,
  approve: Approve,
  lose: string[] = [],
): Promise<{ first: boolean }> {
  const before = await findStack(createAwsClients(stage.region), stackName(stage));
  await refuseLosses(stage, assembly, lose);
  await cdk(["diff", ...optionsOf(assembly)], regionOf(stage));
  if (!(await approve(`these changes of ${assembly.stacks.join(" and ")} (${stage.region})`)))
    throw new Error("Nothing was deployed.");
  return { first: !isDeployed(before) };
}

/** Deploys an assembly. @throws Error when the update is unsafe or fails */
export async function applyRelease(
  stage: NamedStage,
  assembly: Assembly,
  { newSecret = false, lose = [] }: { newSecret?: boolean; lose?: string[] } = {},
): Promise<void> {
  await refuseLosses(stage, assembly, lose);
  const secret = await secretOptions(stage, assembly, { newSecret });
  const deployStacks = (stacks: string[], options: string[]) =>
    cdk(
      ["deploy", ...optionsOf({ ...assembly, stacks }), ...options, "--require-approval", "never"],
      regionOf(stage),
    );
  const vault = vaultStackName(stage);
  // The vault of the copies outlives its stack, and a new stack takes it over.
  if (assembly.stacks.includes(vault)) await deployStacks([vault], ["--import-existing-resources"]);
  await deployStacks(
    assembly.stacks.filter((name) => name !== vault),
    secret,
  );
}

// The empty build command overrides cdk.json, which would build again.
const optionsOf = ({ directory, stacks }: Assembly) => [...stacks, "--app", directory, "--build", ""];

/** The stage's region, not the shell's. */
const regionOf = ({ region }: NamedStage) => ({ AWS_REGION: region, AWS_DEFAULT_REGION: region });

/** Shared by CloudFront and the API. */
const ORIGIN_SECRET = "OriginSecret";
/** The parameters with secrets; the other one makes the links to clients' own pages. CloudFormation never shows a value. */
const SECRETS = [ORIGIN_SECRET, "LinkSecret"];

/** CDK options that set the secrets which the stack does not have yet. CloudFormation keeps the others. */
export async function secretOptions(
  stage: NamedStage,
  { template }: Assembly,
  { newSecret }: { newSecret: boolean },
): Promise<string[]> {
  if (!template) return [];
  const stack = await findStack(createAwsClients(stage.region), stackName(stage));
  const kept = stack?.Parameters?.map(({ ParameterKey }) => ParameterKey) ?? [];
  return SECRETS.filter((name) => (newSecret && name === ORIGIN_SECRET) || !kept.includes(name)).flatMap(
    (name) => ["--parameters", `${stackName(stage)}:${name}=${randomBytes(32).toString("hex")}`],
  );
}

// Outputs of the stage's stacks. Undefined until the stack is deployed.
export const firewallArnOf = (stage: NamedStage) =>
  outputOf(EDGE_REGION, firewallStackName(stage), "WebAclArn");
export const distributionDomainOf = (stage: NamedStage) =>
  outputOf(stage.region, stackName(stage), "DistributionDomain");
export const siteBucketOf = (stage: NamedStage) => outputOf(stage.region, stackName(stage), "SiteBucket");

async function outputOf(region: string, name: string, key: string): Promise<string | undefined> {
  const stack = await findStack(createAwsClients(region), name);
  return stack?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
}
