import { GetAccountSettingsCommand } from "@aws-sdk/client-lambda";
import type { NamedStage } from "../../infra/stages.ts";
import type { Aws } from "./aws-clients.ts";
import { blocker, checkAws, type Finding, ok, warning } from "./findings.ts";
import { findStack } from "./stack-state.ts";

/** `requiresBootstrapStackVersion` in the assembly's manifest. */
export const MIN_BOOTSTRAP_VERSION = 6;

/** Below this, Lambda can refuse a visitor and staff who call at the same time. */
const MIN_CONCURRENCY = 50;

export const checkAccount = (account: string, { name, account: expected }: NamedStage): Finding => {
  if (expected === undefined)
    return warning(
      `stages.json has no account for ${name}; this shell uses ${account}.`,
      `Add "account": "${account}" to it, so that ${name} is never deployed to another account by mistake.`,
    );
  if (expected === account) return ok(`The account is ${account}, as stages.json says.`);
  return blocker(
    `This shell uses the account ${account}, but ${name} belongs to ${expected}.`,
    "Choose another AWS_PROFILE, or correct the account in stages.json.",
  );
};

export const checkBootstrap = (aws: Aws, account: string, region: string): Promise<Finding[]> =>
  checkAws("The CDK's bootstrap stack", "cloudformation:DescribeStacks", async () => {
    const command = `npx cdk bootstrap aws://${account}/${region}`;
    const stack = await findStack(aws, "CDKToolkit");
    if (!stack) return blocker(`The account is not bootstrapped for the CDK in ${region}.`, command);
    const version = Number(
      stack.Outputs?.find(({ OutputKey }) => OutputKey === "BootstrapVersion")?.OutputValue,
    );
    if (!(version >= MIN_BOOTSTRAP_VERSION))
      return blocker(
        `The CDK's bootstrap stack has version ${version}; at least ${MIN_BOOTSTRAP_VERSION} is needed.`,
        command,
      );
    return ok(`The account is bootstrapped for the CDK in ${region} (version ${version}).`);
  });

export const checkConcurrency = (aws: Aws, { region }: NamedStage): Promise<Finding[]> =>
  checkAws("Lambda's quota", "lambda:GetAccountSettings", async () => {
    const { AccountLimit } = await aws.lambda.send(new GetAccountSettingsCommand({}));
    const limit = AccountLimit?.ConcurrentExecutions ?? 0;
    if (limit >= MIN_CONCURRENCY) return ok(`Lambda runs ${limit} functions at once.`);
    return warning(
      `Lambda runs only ${limit} functions at once in this account, as in every new one: more calls at the same time fail.`,
      `aws service-quotas request-service-quota-increase --region ${region} --service-code lambda --quota-code L-B99A9384 --desired-value 1000`,
    );
  });
