import { GetAccountSettingsCommand } from "@aws-sdk/client-lambda";
import type { NamedStage } from "../deploy/stage-settings.ts";
import type { Aws } from "./aws.ts";
import { asking, blocks, type Finding, fine, warns } from "./findings.ts";
import { stackNamed } from "./stack-state.ts";

/** What the CDK's templates ask for: `requiresBootstrapStackVersion` in the assembly's manifest. */
export const neededBootstrap = 6;

/** Below this, a visitor and a member of staff at the same moment can be refused. */
const enoughConcurrency = 50;

export const rightAccount = (account: string, { name, account: wanted }: NamedStage): Finding[] => {
  if (wanted === undefined)
    return [
      warns(
        `stages.json does not say which account ${name} belongs to; this shell is in ${account}.`,
        `Write "account": "${account}" there, so that it never goes to another one by mistake.`,
      ),
    ];
  if (wanted === account) return [fine(`The account is ${account}, as stages.json says.`)];
  return [
    blocks(
      `This shell is in the account ${account}, but ${name} belongs to ${wanted}.`,
      "Choose another AWS_PROFILE, or mend the account in stages.json.",
    ),
  ];
};

export const bootstrap = (aws: Aws, account: string, region: string): Promise<Finding[]> =>
  asking("The CDK's own stack", "cloudformation:DescribeStacks", async () => {
    const command = `npx cdk bootstrap aws://${account}/${region}`;
    const stack = await stackNamed(aws, "CDKToolkit");
    if (!stack) return [blocks(`The account was never prepared for the CDK in ${region}.`, command)];
    const version = Number(
      stack.Outputs?.find(({ OutputKey }) => OutputKey === "BootstrapVersion")?.OutputValue,
    );
    if (!(version >= neededBootstrap))
      return [
        blocks(
          `The CDK's own stack there is of version ${version}; at least ${neededBootstrap} is needed.`,
          command,
        ),
      ];
    return [fine(`The account is prepared for the CDK in ${region} (version ${version}).`)];
  });

export const concurrency = (aws: Aws, { region }: NamedStage): Promise<Finding[]> =>
  asking("Lambda's quota", "lambda:GetAccountSettings", async () => {
    const { AccountLimit } = await aws.lambda.send(new GetAccountSettingsCommand({}));
    const limit = AccountLimit?.ConcurrentExecutions ?? 0;
    if (limit >= enoughConcurrency) return [fine(`Lambda runs ${limit} functions at once.`)];
    return [
      warns(
        `Lambda runs only ${limit} functions at once in this account, as in every new one: people are refused when more work at the same moment.`,
        `aws service-quotas request-service-quota-increase --region ${region} --service-code lambda --quota-code L-B99A9384 --desired-value 1000`,
      ),
    ];
  });
