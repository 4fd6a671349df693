import { DescribeStacksCommand, type Stack } from "@aws-sdk/client-cloudformation";
import { stackName } from "../../infra/stack-names.ts";
import { EDGE_REGION, type NamedStage, sideStacksOf } from "../../infra/stages.ts";
import { BUSINESS_TIME_ZONE } from "../../shared/day.ts";
import { dailyRun } from "../../shared/reminders/reminder.ts";
import { type Aws, createAwsClients } from "./aws-clients.ts";
import { blocker, checkAws, type Finding, ok, warning } from "./findings.ts";

export async function findStack(
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

/** A stack in review has a change set and no resources yet. */
export const isDeployed = (stack: Stack | undefined): stack is Stack =>
  stack !== undefined &&
  stack.StackStatus !== "REVIEW_IN_PROGRESS" &&
  stack.StackStatus !== "DELETE_COMPLETE";

/** The alarms that are on while a function has never run. */
export const FIRST_DAY_ALARMS = ["RetentionMissed", "SiteUnreachable", "SweepMissed"];

export const checkStack = (aws: Aws, stage: NamedStage): Promise<Finding[]> => {
  const removal = `npm run remove -- --stage ${stage.name}`;
  return checkStatus(aws, stackName(stage), stage.region, removal, firstDeployment(removal));
};

const firstDeployment = (removal: string): Finding[] => [
  warning(
    "AWS may have to verify a new account before it can use CloudFront, and only says so when it refuses: “Your account must be verified”.",
    `In that case: AWS console → Support → Account and billing, then ${removal}, and deploy again.`,
  ),
  ok(
    `On the first day the alarms ${FIRST_DAY_ALARMS.join(", ")} are on until each function has run once; the daily run starts at ${dailyRun.hour}:00 in ${BUSINESS_TIME_ZONE}.`,
  ),
];

/** The firewall, the budget and the vault: those in stages.json must be healthy, the others must not exist. */
export async function checkSideStacks(
  aws: Pick<Aws, "cloudformation">,
  stage: NamedStage,
): Promise<Finding[]> {
  const findings = await Promise.all(
    sideStacksOf(stage).map(({ name, region, enabled }) =>
      enabled
        ? checkStatus(region === EDGE_REGION ? aws : createAwsClients(region), name, region)
        : checkRemoved(aws, name),
    ),
  );
  return findings.flat();
}

const checkRemoved = (aws: Pick<Aws, "cloudformation">, name: string): Promise<Finding[]> =>
  checkAws(`The stack ${name}`, "cloudformation:DescribeStacks", async () =>
    isDeployed(await findStack(aws, name))
      ? [
          warning(
            `${name} still exists in ${EDGE_REGION} and is charged, but stages.json no longer has it.`,
            `npm run deploy detaches and removes it; or, after deploying: ${removalCommand(name, EDGE_REGION)}`,
          ),
        ]
      : [],
  );

export const removalCommand = (name: string, region: string) =>
  `aws cloudformation delete-stack --stack-name ${name} --region ${region}`;

const checkStatus = (
  aws: Pick<Aws, "cloudformation">,
  name: string,
  region: string,
  removal = removalCommand(name, region),
  first: Finding[] = [],
): Promise<Finding[]> =>
  checkAws(`The stack ${name}`, "cloudformation:DescribeStacks", async () => {
    const stack = await findStack(aws, name);
    if (!isDeployed(stack)) return [ok(`${name} does not exist yet: this deployment creates it.`), ...first];
    const status = stack.StackStatus ?? "";
    const at = `--stack-name ${name} --region ${region}`;
    const reason = `For the reason: aws cloudformation describe-stack-events ${at}`;
    if (status === "ROLLBACK_COMPLETE" || status === "ROLLBACK_FAILED" || status === "DELETE_FAILED")
      return blocker(
        `${name} has the status ${status}: its creation or removal failed, and it cannot be updated. ${reason}`,
        `${removal}, then deploy again.`,
      );
    if (status === "UPDATE_ROLLBACK_FAILED")
      return blocker(
        `${name} has the status ${status}: the rollback of an update failed. ${reason}`,
        `Fix that, then: aws cloudformation continue-update-rollback ${at}`,
      );
    if (status === "CREATE_FAILED" || status === "UPDATE_FAILED")
      return blocker(
        `${name} has the status ${status}. ${reason}`,
        `aws cloudformation rollback-stack ${at}, then deploy again.`,
      );
    if (status.endsWith("_IN_PROGRESS"))
      return blocker(
        `${name} is being changed now (${status}).`,
        `Wait for it: aws cloudformation wait stack-update-complete ${at}`,
      );
    if (status === "UPDATE_ROLLBACK_COMPLETE")
      return warning(`${name}: the last update failed and was rolled back. ${reason}`);
    return ok(`${name} has the status ${status}.`);
  });
