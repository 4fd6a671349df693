import { stackName, vaultStackName } from "../../infra/stack-names.ts";
import type { NamedStage } from "../../infra/stages.ts";
import { createAwsClients } from "../preflight/aws-clients.ts";
import { findStack, isDeployed } from "../preflight/stack-state.ts";
import type { Assembly } from "./assemble.ts";
import { refuseLosses, setStackPolicies } from "./gate.ts";
import { cdk } from "./run.ts";

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
  lose: string[] = [],
): Promise<void> {
  await refuseLosses(stage, assembly, lose);
  const deployStacks = (stacks: string[], options: string[] = []) =>
    cdk(
      ["deploy", ...optionsOf({ ...assembly, stacks }), ...options, "--require-approval", "never"],
      regionOf(stage),
    );
  const vault = vaultStackName(stage);
  await setStackPolicies(stage, assembly, lose);
  try {
    // The vault of the copies outlives its stack, and a new stack takes it over.
    if (assembly.stacks.includes(vault)) await deployStacks([vault], ["--import-existing-resources"]);
    await deployStacks(assembly.stacks.filter((name) => name !== vault));
  } finally {
    // Also new stacks have it then, and what may be lost this once is kept again.
    await setStackPolicies(stage, assembly, []);
  }
}

// The empty build command overrides cdk.json, which would build again.
const optionsOf = ({ directory, stacks }: Assembly) => [...stacks, "--app", directory, "--build", ""];

/** The stage's region, not the shell's. */
const regionOf = ({ region }: NamedStage) => ({ AWS_REGION: region, AWS_DEFAULT_REGION: region });

// Outputs of the stack. Undefined until it is deployed.
export const distributionDomainOf = (stage: NamedStage) => outputOf(stage, "DistributionDomain");
export const siteBucketOf = (stage: NamedStage) => outputOf(stage, "SiteBucket");

export async function outputOf(stage: NamedStage, key: string): Promise<string | undefined> {
  const stack = await findStack(createAwsClients(stage.region), stackName(stage));
  return stack?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
}
