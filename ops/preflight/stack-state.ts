import { DescribeStacksCommand, type Stack } from "@aws-sdk/client-cloudformation";
import { stackOf } from "../../infra/stack-names.ts";
import { edgeRegion, type NamedStage, stacksBesideOf } from "../deploy/stage-settings.ts";
import type { Aws } from "./aws.ts";
import { asking, blocks, type Finding, fine, warns } from "./findings.ts";

/** The stack as it stands, or undefined when there is none. */
export async function stackNamed(
  { cloudformation }: Pick<Aws, "cloudformation">,
  name: string,
): Promise<Stack | undefined> {
  try {
    const { Stacks } = await cloudformation.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks?.[0];
  } catch (error) {
    if (error instanceof Error && error.name === "ValidationError" && /does not exist/.test(error.message))
      return undefined;
    throw error;
  }
}

/** A stack that holds nothing but a proposal was never made. */
export const isDeployed = (stack: Stack | undefined): stack is Stack =>
  stack !== undefined &&
  stack.StackStatus !== "REVIEW_IN_PROGRESS" &&
  stack.StackStatus !== "DELETE_COMPLETE";

const kept =
  "Tables, the user pool and the bucket are kept: remove the empty ones of a first attempt in the console.";

export const stackState = (aws: Aws, stage: NamedStage): Promise<Finding[]> =>
  stateOf(aws, stackOf(stage), stage.region, kept);

/** The stage's firewall and budget: those that are wanted must stand well, and the others not at all. */
export async function stacksBeside(aws: Pick<Aws, "cloudformation">, stage: NamedStage): Promise<Finding[]> {
  const found = await Promise.all(
    stacksBesideOf(stage).map(({ name, wanted }) =>
      wanted ? stateOf(aws, name, edgeRegion) : leftOver(aws, name),
    ),
  );
  return found.flat();
}

const leftOver = (aws: Pick<Aws, "cloudformation">, name: string): Promise<Finding[]> =>
  asking(`The stack ${name}`, "cloudformation:DescribeStacks", async () =>
    isDeployed(await stackNamed(aws, name))
      ? [
          warns(
            `${name} stands in ${edgeRegion} and costs what it costs, though stages.json no longer asks for it.`,
            `npm run deploy takes the stage off it and removes it; or afterwards: ${removalOf(name, edgeRegion)}`,
          ),
        ]
      : [],
  );

export const removalOf = (name: string, region: string) =>
  `aws cloudformation delete-stack --stack-name ${name} --region ${region}`;

const stateOf = (
  aws: Pick<Aws, "cloudformation">,
  name: string,
  region: string,
  afterRemoval = "",
): Promise<Finding[]> =>
  asking(`The stack ${name}`, "cloudformation:DescribeStacks", async () => {
    const stack = await stackNamed(aws, name);
    if (!isDeployed(stack)) return [fine(`${name} is not there yet: this deployment makes it.`)];
    const status = stack.StackStatus ?? "";
    const at = `--stack-name ${name} --region ${region}`;
    const because = `aws cloudformation describe-stack-events ${at} tells why.`;
    if (status === "ROLLBACK_COMPLETE" || status === "ROLLBACK_FAILED" || status === "DELETE_FAILED")
      return [
        blocks(
          `${name} is in the state ${status}: it was never made, or not wholly removed, and cannot be updated. ${because}`,
          `${removalOf(name, region)}, then deploy again. ${afterRemoval}`.trimEnd(),
        ),
      ];
    if (status === "UPDATE_ROLLBACK_FAILED")
      return [
        blocks(
          `${name} is in the state ${status}: the way back from a failed update got stuck. ${because}`,
          `Mend what it names, then: aws cloudformation continue-update-rollback ${at}`,
        ),
      ];
    if (status === "CREATE_FAILED" || status === "UPDATE_FAILED")
      return [blocks(`${name} is in the state ${status}. ${because}`, `npx cdk rollback ${name}`)];
    if (status.endsWith("_IN_PROGRESS"))
      return [
        blocks(
          `${name} is being changed at this moment (${status}).`,
          `Wait for it: aws cloudformation wait stack-update-complete ${at}`,
        ),
      ];
    if (status === "UPDATE_ROLLBACK_COMPLETE")
      return [warns(`${name} runs as before its last update, which failed and was taken back. ${because}`)];
    return [fine(`${name} is in the state ${status}.`)];
  });
