import { randomBytes } from "node:crypto";
import { firewallStackName, stackName } from "../../infra/stack-names.ts";
import { createAwsClients } from "../preflight/aws-clients.ts";
import { findStack, isDeployed } from "../preflight/stack-state.ts";
import type { Assembly } from "./assemble.ts";
import { refuseLosses } from "./gate.ts";
import { cdk } from "./run.ts";
import { EDGE_REGION, type NamedStage } from "./stage-settings.ts";

/** Asks whether to continue. */
export type Approve = (question: string) => Promise<boolean>;

/** Shows an assembly's changes, asks, and deploys it. @throws Error when the update is unsafe or not approved */
export async function release(
  stage: NamedStage,
  assembly: Assembly,
  approve: Approve,
  { newSecret = false, lose = [] }: { newSecret?: boolean; lose?: string[] } = {},
): Promise<{ first: boolean }> {
  const { directory, stacks } = assembly;
  const before = await findStack(createAwsClients(stage.region), stackName(stage));
  await refuseLosses(stage, assembly, lose);
  // The stage's region, not the shell's.
  const region = { AWS_REGION: stage.region, AWS_DEFAULT_REGION: stage.region };
  // The empty build command overrides cdk.json, which would build again.
  const existingAssembly = ["--app", directory, "--build", ""];
  await cdk(["diff", ...stacks, ...existingAssembly], region);
  if (!(await approve(`these changes of ${stacks.join(" and ")} (${stage.region})`)))
    throw new Error("Nothing was deployed.");
  const secret = await secretOptions(stage, assembly, { newSecret });
  await cdk(["deploy", ...stacks, ...existingAssembly, ...secret, "--require-approval", "never"], region);
  return { first: !isDeployed(before) };
}

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
