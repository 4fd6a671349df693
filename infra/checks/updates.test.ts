import { describe, expect, test } from "vitest";
import policy from "../../ops/deploy/stack-policy.json" with { type: "json" };
import { mutate } from "../../test/template-faults/mutate.ts";
import { synthesize, synthesizeVaultStack } from "./synthesize.ts";
import { goneRules, rules, unsafeUpdates } from "./updates.ts";

const settings = { name: "prod", mpesa: { short_code: "522522" }, vault: { region: "eu-central-1" } };
const current = synthesize(settings);
const domain = {
  domain: "www.example.com",
  certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000",
};

const table = /DynamoDB::Table DataClients/;
const subscriptions = /DynamoDB::Table DataSubscriptions/;
const expiring = /DynamoDB::Table DataMessages/;
const bucket = /S3::Bucket /;
const queue = /SQS::Queue MessagesQueue/;
const secret = /SecretsManager::Secret SecretsLinks/;
const log = /Logs::LogGroup RemindersSweep/;
const plan = /Backup::BackupPlan/;
const planRule = "Properties.BackupPlan.BackupPlanRule.0";
const selection = /Backup::BackupSelection/;
const recovery = "Properties.PointInTimeRecoverySpecification";

/** The kept rules, each with a fault. */
const faults: [sentence: string, where: RegExp, path: string, value: unknown][] = [
  ["DeletionPolicy changes: it would be deleted", table, "DeletionPolicy", "Delete"],
  ["UpdateReplacePolicy changes: it would be deleted", bucket, "UpdateReplacePolicy", undefined],
  ["DeletionProtectionEnabled changes", table, "Properties.DeletionProtectionEnabled", false],
  ["rows changed by mistake", table, `${recovery}.PointInTimeRecoveryEnabled`, false],
  ["the older moments", table, `${recovery}.RecoveryPeriodInDays`, 7],
  ["delete rows by the time", table, "Properties.TimeToLiveSpecification", { Enabled: true }],
  ["or keep rows that people", expiring, "Properties.TimeToLiveSpecification", undefined],
  ["delete all accounts", /Cognito::UserPool Auth/, "Properties.DeletionProtection", "INACTIVE"],
  ["could not be restored", bucket, "Properties.VersioningConfiguration.Status", "Suspended"],
  ["by other rules", bucket, "Properties.LifecycleConfiguration.Rules.0.ExpirationInDays", 1],
  ["messages that wait", queue, "Properties.QueueName", "mwamba-emails"],
  ["wait longer", queue, "Properties.MessageRetentionPeriod", 60],
  ["no longer be kept", queue, "Properties.RedrivePolicy", undefined],
  ["find nothing", /ApiGatewayV2::Api /, "Properties.Name", "other"],
  ["not answer", /CloudFront::Distribution/, "Properties.DistributionConfig.Enabled", false],
  ["another text", secret, "Properties.GenerateSecretString.PasswordLength", 20],
  ["older lines", log, "Properties.RetentionInDays", 1],
  ["deleted sooner", /Backup::BackupVault/, "Properties.LockConfiguration.MinRetentionDays", 7],
  ["deleted sooner", /Backup::BackupVault/, "Properties.LockConfiguration", undefined],
  ["less often", plan, `${planRule}.ScheduleExpression`, "cron(0 3 ? * SUN *)"],
  ["fewer places", plan, `${planRule}.CopyActions`, undefined],
  ["shorter time", plan, `${planRule}.Lifecycle.DeleteAfterDays`, 7],
  [
    "not be copied any more",
    selection,
    "Properties.BackupSelection.Resources",
    (list: unknown[]) => list.slice(1),
  ],
];

test.each(faults)("an unsafe update is found: %s (%s %s)", (sentence, where, path, value) => {
  const after = structuredClone(current);
  const id = mutate(after, where, path, value);
  const problems = unsafeUpdates(current, after);
  expect(problems).toEqual([
    expect.stringMatching(new RegExp(`^${id}: .*${sentence}.* deploy with --lose ${id}\\.$`)),
  ]);
  expect(unsafeUpdates(current, after, [id])).toEqual([]);
});

test.each(Object.keys(goneRules))("a removed or renamed %s is found", (type) => {
  for (const [id, resource] of Object.entries(current.Resources).filter(([, { Type }]) => Type === type)) {
    const after = structuredClone(current);
    delete after.Resources[id];
    after.Resources[`${id}2`] = resource;
    expect(unsafeUpdates(current, after)).toEqual([
      expect.stringMatching(`^${id}: is gone or has a new logical id: .* deploy with --lose ${id}\\.$`),
    ]);
  }
});

test("the address of the site can be added, and not taken away", () => {
  const withDomain = synthesize({ ...settings, ...domain });
  const lost = expect.stringContaining("no longer answer at an address");
  expect(unsafeUpdates(current, withDomain)).toEqual([]);
  expect(unsafeUpdates(withDomain, current)).toEqual([lost]);
});

test("every rule has a fault that finds it, or the test of the address", () => {
  const tested = faults.map(([, where, path]) => `${where.source} ${path}`);
  const untested = Object.entries(rules).flatMap(([type, ofType]) =>
    Object.keys(ofType).filter(
      (path) =>
        path !== "DistributionConfig.Aliases" &&
        !tested.some(
          (title) =>
            title.includes(type.replace("AWS::", "")) &&
            (title.includes(`Properties.${path}`) ||
              `Properties.${path}`.startsWith(title.split(" ").at(-1) ?? "")),
        ),
    ),
  );
  expect(untested).toEqual([]);
});

describe("an update is safe", () => {
  test.each<[what: string, where: RegExp, path: string, value: unknown]>([
    [
      "an index comes",
      subscriptions,
      "Properties.GlobalSecondaryIndexes",
      (list: unknown[]) => list.slice(1),
    ],
    ["backups are locked longer", /Backup::BackupVault/, "Properties.LockConfiguration.MinRetentionDays", 36],
    ["backups are made at another hour", plan, `${planRule}.ScheduleExpression`, "cron(30 2 * * ? *)"],
    ["more moments can be restored", table, `${recovery}.RecoveryPeriodInDays`, 36],
    ["a log is kept longer", log, "Properties.RetentionInDays", 365],
  ])("when %s", (_, where, path, value) => {
    const after = structuredClone(current);
    mutate(after, where, path, value);
    expect(unsafeUpdates(current, after)).toEqual([]);
  });
});

test("what keeps state may not be replaced or removed, by the stack policy or by a rule", () => {
  /** Deployed again from the template, without anybody losing anything. A log expires within 90 days. */
  const keepsNothing =
    /^(Custom::CDKBucketDeployment|AWS::(ApiGatewayV2::(Authorizer|Integration|Route|Stage)|CloudFront::(Function|OriginAccessControl|ResponseHeadersPolicy)|CloudWatch::\w+|Events::Rule|IAM::(Policy|Role)|Lambda::\w+|Logs::LogGroup|S3::BucketPolicy|SES::\w+|SNS::(Subscription|TopicPolicy)|SQS::QueuePolicy|Scheduler::Schedule))$/;
  const keptTypes = policy.Statement.flatMap(({ Condition }) => Condition?.StringEquals.ResourceType ?? []);
  const types = [current, synthesizeVaultStack().template].flatMap(({ Resources }) =>
    Object.values(Resources).map(({ Type }) => Type),
  );
  const unknown = [...new Set(types)]
    .filter((type) => !keptTypes.includes(type) && !(type in goneRules) && !keepsNothing.test(type))
    .map(
      (type) => `Does ${type} keep state? Add it to ops/deploy/stack-policy.json, or to those that do not.`,
    );
  expect(unknown).toEqual([]);
  expect(keptTypes.filter((type) => !types.includes(type))).toEqual([]);
});
