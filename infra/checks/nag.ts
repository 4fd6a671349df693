import type { App } from "aws-cdk-lib";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";

/** A construct that breaks a rule of AWS's packs. */
export type Finding = { rule: string; path: string; sentence: string };

/** Runs cdk-nag's packs for serverless applications and for solutions on an application. */
export const findings = (app: App): Finding[] =>
  [new AwsSolutionsChecks(app), new ServerlessChecks(app)]
    .flatMap((pack) => pack.validateScope(app).violations)
    .flatMap(({ ruleName: rule, description, violatingResources }) =>
      violatingResources.map(({ constructPath: path = "" }) => ({
        rule,
        // Without the stack's name, which differs by stage, and without the resource inside a construct.
        path: path.replace(/^[^/]+\/|\/Resource$/g, ""),
        sentence: `${path}: ${description} (${rule})`,
      })),
    );

type Exception = { rules: RegExp; paths: RegExp; reason: string };

const deployer = /^Custom::CDKBucketDeployment/;
const functions =
  /^(Api|Auth|Billing|Invoicing|Messages|Outbox|PaperPdf|Paybill|Probe|Reminders|Retention)\/\w+/;

/** Rules of AWS's packs that we do not follow, and why. Remove an exception that no longer applies. */
export const exceptions: Exception[] = [
  {
    rules: /^AwsSolutions-COG1$/,
    paths: /^Auth\/Pool$/,
    reason: "Twelve characters, but no symbols: NIST SP 800-63B advises length over kinds of characters.",
  },
  {
    rules: /^AwsSolutions-COG2$/,
    paths: /^Auth\/Pool$/,
    reason: "MFA is optional; a lost phone locks nobody out for good.",
  },
  {
    rules: /^AwsSolutions-COG8$/,
    paths: /^Auth\/Pool$/,
    reason:
      "The plan with threat protection is charged from the first user on, and the few staff are invited by name.",
  },
  {
    rules: /^AwsSolutions-IAM5\[Resource::\*\]$/,
    paths: new RegExp(`${functions.source}Role/DefaultPolicy$`),
    reason:
      "Traces and the account's sending rate have no resource to name; infra/stack.test.ts allows nothing else.",
  },
  {
    rules: /^AwsSolutions-IAM5\[Resource::arn:.+:ses:.+:identity\/\*\]$/,
    paths: new RegExp(`${functions.source}Role/DefaultPolicy$`),
    reason:
      "In its sandbox SES also checks the recipient's identity; a condition allows our sender address alone.",
  },
  {
    rules: /^AwsSolutions-IAM5\[Resource::arn:.+:dynamodb:.+:table\/Mwamba-\w+-\*\]$/,
    paths: /^(Backups\/Nightly|Copies)\/RestoreRole\/DefaultPolicy$/,
    reason: "A table is restored under a name that does not exist yet, which begins like those of its stage.",
  },
  {
    rules: /^AwsSolutions-IAM5\[Resource::\*\]$/,
    paths: /^Backups\/Role\/DefaultPolicy$/,
    reason: "A nightly backup has no name yet; a condition allows copying to our second vault alone.",
  },
  {
    rules: /^AwsSolutions-IAM5\[Resource::<\w+\.Arn>:\*\]$/,
    paths: /^SchedulerRole\/DefaultPolicy$/,
    reason: "The CDK also lets a schedule invoke a function's versions, and there are none.",
  },
  {
    rules: /^AwsSolutions-SMG4$/,
    paths: /^Secrets\/Origin$/,
    reason:
      "`npm run deploy -- --new-secret` renews it; a rotation by AWS would not change the distribution.",
  },
  {
    rules: /^AwsSolutions-SMG4$/,
    paths: /^Secrets\/Links$/,
    reason: "Clients keep emails with links for years, and a new key would end them all.",
  },
  {
    rules: /^AwsSolutions-APIG4$/,
    paths: /^Api\/Http\/POST--api--send-email$/,
    reason: "The contact form is public; the route is throttled, and spam is kept apart.",
  },
  {
    rules: /^AwsSolutions-APIG4$/,
    paths: /^Api\/Http\/GET--api--v1--calendar--\{id\}--\{secret\}$/,
    reason:
      "Calendar apps cannot sign in; the path has a secret of 256 bits, and callers are rate-limited (ADR 060).",
  },
  {
    rules: /^AwsSolutions-APIG4$/,
    paths: /^Api\/Http\/(GET--account--\{secret\}(--invoices--\{number\})?|POST--account--\{secret\})$/,
    reason:
      "Clients have no sign-in; the path has a secret of 128 bits, and callers are rate-limited (ADR 065).",
  },
  {
    rules: /^AwsSolutions-APIG4$/,
    paths: /^Api\/Http\/POST--api--v1--paybill--\{secret\}--(\w+|stk--\{reference\})$/,
    reason:
      "Safaricom does not sign its callbacks; the path has a secret, and what they say counts for nothing alone.",
  },
  {
    rules: /^AwsSolutions-S1$/,
    paths: /^Website\/Bucket$/,
    reason: "Only CloudFront reads the bucket, and its content is public.",
  },
  {
    rules: /^AwsSolutions-CFR1$/,
    paths: /^Website\/Distribution$/,
    reason: "Clients and visitors can be anywhere.",
  },
  {
    rules: /^AwsSolutions-CFR2$/,
    paths: /^Website\/Distribution$/,
    reason: "A firewall costs more than everything else, so each stage chooses: docs/decisions/013.",
  },
  {
    rules: /^AwsSolutions-CFR3$/,
    paths: /^Website\/Distribution$/,
    reason:
      "It would store visitors' IP addresses, which are personal data; the API logs requests without them.",
  },
  {
    rules: /^AwsSolutions-CFR4$/,
    paths: /^Website\/Distribution$/,
    reason: "CloudFront's own domain has a fixed TLS policy; with a custom domain it is TLS 1.2 and later.",
  },
  {
    rules: /^(AwsSolutions-(IAM4|IAM5|L1)|Serverless-Lambda(DLQ|LatestVersion|Tracing))\b/,
    paths: deployer,
    reason: "The CDK's function runs only during a deployment, which fails with it.",
  },
  {
    rules: /^Serverless-SNSRedrivePolicy$/,
    paths: /^Alarms\/Topic\/[^/]+$/,
    reason: "An alarm whose email is lost still shows on the dashboard; nobody would look for it in a queue.",
  },
  {
    rules: /^(AwsSolutions-SQS3|Serverless-SQSRedrivePolicy)$/,
    paths: /^Reminders\/(DeadLetters|ShortFailures)$/,
    reason: "These are the dead-letter queues.",
  },
  {
    rules: /^Serverless-LambdaDLQ$/,
    paths: functions,
    reason:
      "API calls, PDFs and the user pool's email trigger are synchronous; queues have their own dead letters; what a schedule or an event starts has a failure destination, which the rule does not know.",
  },
  {
    rules: /^Serverless-LambdaAsyncFailureDestination$/,
    paths: /^Probe\/Probe\/EventInvokeConfig$/,
    reason: "The next probe replaces a failed one, and an alarm counts the failures.",
  },
  {
    rules: /^Serverless-LambdaEventSourceMappingDestination$/,
    paths: /^(Billing|Messages|Paybill|Reminders)\/\w+\/SqsEventSource:\w+$/,
    reason: "Destinations are for streams; failed messages go to the queue's own dead letters.",
  },
  {
    rules: /^(AwsSolutions-SQS3|Serverless-SQSRedrivePolicy|Serverless-LambdaEventSourceMappingDestination)$/,
    paths: /^Invoicing\/Numbers$|^Invoicing\/NumberPapers\/SqsEventSource:\w+$/,
    reason:
      "A message only wakes the numberer; the work stands with the papers, and the outbox sweep fails if one waits.",
  },
];

export const isException = ({ rule, path }: Finding, { rules, paths }: Exception): boolean =>
  rules.test(rule) && paths.test(path);
