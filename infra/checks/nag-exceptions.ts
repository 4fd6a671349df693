import type { Finding } from "./nag.ts";

type Exception = { rules: RegExp; paths: RegExp; reason: string };

const deployer = /^Custom::CDKBucketDeployment/;
const functions = /^(Api|Auth|Messages|Reminders|Retention)\/\w+/;

/** What AWS's packs would have otherwise, and why it is as it is. One that excuses nothing any more is to be removed. */
export const exceptions: Exception[] = [
  {
    rules: /^AwsSolutions-COG1$/,
    paths: /^Auth\/Pool$/,
    reason: "Twelve characters, but no symbols: NIST SP 800-63B advises length over kinds of characters.",
  },
  {
    rules: /^AwsSolutions-COG2$/,
    paths: /^Auth\/Pool$/,
    reason: "Each person chooses whether to have a second factor; a lost phone shuts nobody out for good.",
  },
  {
    rules: /^AwsSolutions-COG8$/,
    paths: /^Auth\/Pool$/,
    reason:
      "The plan with threat protection is paid from the first person on, and staff are few and invited by name.",
  },
  {
    rules: /^AwsSolutions-IAM5\[Resource::\*\]$/,
    paths: new RegExp(`${functions.source}Role/DefaultPolicy$`),
    reason:
      "Traces and the account's sending rate have no resource to be named; infra/stack.test.ts allows nothing else.",
  },
  {
    rules: /^AwsSolutions-IAM5\[Resource::arn:.+:ses:.+:identity\/\*\]$/,
    paths: new RegExp(`${functions.source}Role/DefaultPolicy$`),
    reason:
      "In SES's sandbox the recipient's identity is asked about as well; a condition lets mail leave from our address alone.",
  },
  {
    rules: /^AwsSolutions-IAM5\[Resource::<\w+\.Arn>:\*\]$/,
    paths: /^SchedulerRoleForTarget-\w+\/DefaultPolicy$/,
    reason: "The CDK lets a schedule call a function's versions as well as the function, and there are none.",
  },
  {
    rules: /^AwsSolutions-APIG4$/,
    paths: /^Api\/Http\/POST--api--send-email$/,
    reason:
      "Anybody may write to the company; the route is throttled, and what looks like a bot is kept aside.",
  },
  {
    rules: /^AwsSolutions-APIG4$/,
    paths: /^Api\/Http\/GET--api--v1--calendar--\{id\}--\{secret\}$/,
    reason:
      "Calendar apps cannot sign in; the path has a secret of 256 bits, and whoever asks is limited (ADR 060).",
  },
  {
    rules: /^AwsSolutions-S1$/,
    paths: /^Website\/Bucket$/,
    reason: "Only CloudFront reads the bucket, and what is in it is public.",
  },
  {
    rules: /^AwsSolutions-CFR1$/,
    paths: /^Website\/Distribution$/,
    reason: "The company's clients and visitors may be anywhere.",
  },
  {
    rules: /^AwsSolutions-CFR2$/,
    paths: /^Website\/Distribution$/,
    reason: "A firewall costs more than all the rest, so each stage chooses: docs/decisions/013.",
  },
  {
    rules: /^AwsSolutions-CFR3$/,
    paths: /^Website\/Distribution$/,
    reason:
      "It would keep visitors' addresses, which are personal data; calls of the API are logged without.",
  },
  {
    rules: /^AwsSolutions-CFR4$/,
    paths: /^Website\/Distribution$/,
    reason: "Under a name of its own CloudFront lets nobody choose; with a domain it is TLS 1.2 and later.",
  },
  {
    rules: /^(AwsSolutions-(IAM4|IAM5|L1)|Serverless-Lambda(DLQ|LatestVersion|Tracing))\b/,
    paths: deployer,
    reason: "The CDK's own function runs during a deployment alone, which fails with it.",
  },
  {
    rules: /^Serverless-SNSRedrivePolicy$/,
    paths: /^Alarms\/Topic\/[^/]+$/,
    reason:
      "An alarm whose e-mail is lost still stands on the dashboard; nobody would look into a queue for it.",
  },
  {
    rules: /^Serverless-SQSRedrivePolicy$/,
    paths: /^(Messages|Reminders)\/DeadLetters$/,
    reason: "Dead letters are where messages end.",
  },
  {
    rules: /^Serverless-LambdaDLQ$/,
    paths: functions,
    reason:
      "Somebody waits for the API's answers; a queue keeps its own dead letters; the sweep and the delivery have a destination for failures, which the rule does not know; the retry runs again ten minutes later; the user pool waits for its emails' words.",
  },
  {
    rules: /^Serverless-LambdaEventSourceMappingDestination$/,
    paths: /^(Messages|Reminders)\/\w+\/SqsEventSource:\w+$/,
    reason: "Destinations are for streams; what fails of a queue goes to the queue's own dead letters.",
  },
];

export const isException = ({ rule, path }: Finding, { rules, paths }: Exception): boolean =>
  rules.test(rule) && paths.test(path);
