import { randomBytes } from "node:crypto";
import { GetTemplateCommand } from "@aws-sdk/client-cloudformation";
import type { Template } from "../../infra/checks/template.ts";
import { unsafeUpdates } from "../../infra/checks/updates.ts";
import { firewallStackOf, stackOf } from "../../infra/stack-names.ts";
import { openAws } from "../preflight/aws.ts";
import { isDeployed, stackNamed } from "../preflight/stack-state.ts";
import type { Assembly } from "./assemble.ts";
import { cdk, refuse } from "./run.ts";
import { edgeRegion, type NamedStage } from "./stage-settings.ts";

/** Whether to go on; the question names what, and where. */
export type Approve = (question: string) => Promise<boolean>;

/** Shows what an assembly would change, asks, and deploys it. @throws Error when it must not, or somebody said no */
export async function release(
  stage: NamedStage,
  assembly: Assembly,
  approve: Approve,
  { newSecret = false } = {},
): Promise<{ first: boolean }> {
  const { directory, stacks, template } = assembly;
  const deployed = await deployedTemplate(stage);
  if (deployed && template)
    refuse("Data would be lost, or the update refused", unsafeUpdates(deployed, template));
  // Whatever the shell's own region is: the stage has one.
  const region = { AWS_REGION: stage.region, AWS_DEFAULT_REGION: stage.region };
  // The empty command stands in for that of cdk.json, which would build again what was checked.
  const checked = ["--app", directory, "--build", ""];
  await cdk(["diff", ...stacks, ...checked], region);
  if (!(await approve(`these changes of ${stacks.join(" and ")} (${stage.region})`)))
    throw new Error("Nothing was deployed.");
  const secret = await secretFor(stage, assembly, { newSecret });
  await cdk(["deploy", ...stacks, ...checked, ...secret, "--require-approval", "never"], region);
  return { first: deployed === undefined };
}

/** What CloudFront and the API know of each other; CloudFormation keeps it, and tells nobody. */
const secretName = "OriginSecret";

async function hasSecret(stage: NamedStage): Promise<boolean> {
  const stack = await stackNamed(openAws(stage.region), stackOf(stage));
  return stack?.Parameters?.some(({ ParameterKey }) => ParameterKey === secretName) ?? false;
}

/** What tells CloudFormation a secret; nothing where it keeps the one it has. */
export async function secretFor(
  stage: NamedStage,
  { template }: Assembly,
  { newSecret }: { newSecret: boolean },
): Promise<string[]> {
  if (!template || (!newSecret && (await hasSecret(stage)))) return [];
  return ["--parameters", `${stackOf(stage)}:${secretName}=${randomBytes(32).toString("hex")}`];
}

/** The template that runs, as CloudFormation keeps it; undefined before the first deployment. */
async function deployedTemplate(stage: NamedStage): Promise<Template | undefined> {
  const aws = openAws(stage.region);
  const StackName = stackOf(stage);
  if (!isDeployed(await stackNamed(aws, StackName))) return undefined;
  const { TemplateBody = "" } = await aws.cloudformation.send(new GetTemplateCommand({ StackName }));
  try {
    return JSON.parse(TemplateBody);
  } catch {
    throw new Error(
      `${StackName} was not deployed by the CDK: its template is no JSON, so no change can be judged.`,
    );
  }
}

/** The ARN of the stage's own firewall, once it stands. */
export const firewallOf = (stage: NamedStage) => outputOf(edgeRegion, firewallStackOf(stage), "WebAclArn");

/** CloudFront's own name of the site, once it stands. */
export const distributionOf = (stage: NamedStage) =>
  outputOf(stage.region, stackOf(stage), "DistributionDomain");

/** The bucket of the site's files, once it stands. */
export const siteBucketOf = (stage: NamedStage) => outputOf(stage.region, stackOf(stage), "SiteBucket");

async function outputOf(region: string, name: string, key: string): Promise<string | undefined> {
  const stack = await stackNamed(openAws(region), name);
  return stack?.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
}
