/**
 * Finds updates that switch something off or lose data without a warning. CloudFormation carries them out, because
 * ops/deploy/stack-policy.json only refuses that a resource is replaced or removed.
 */
import { isDeepStrictEqual } from "node:util";
import type { Resource, Template } from "./template.ts";

/** Says in words what is lost by a change of a property. Undefined if nothing is lost. */
type Rule = (before: unknown, after: unknown) => string | undefined;

const always =
  (lost: string): Rule =>
  () =>
    lost;

const unlessNew =
  (lost: string): Rule =>
  (before) =>
    before === undefined ? undefined : lost;

const unless =
  (wanted: unknown, lost: string): Rule =>
  (_, after) =>
    after === wanted ? undefined : lost;

const unlessLonger =
  (lost: string): Rule =>
  (before, after) =>
    Number(after) > Number(before) ? undefined : lost;

const listOf = (value: unknown) => [value ?? []].flat().map((item) => JSON.stringify(item));
const unlessMore =
  (lost: string): Rule =>
  (before, after) => {
    const remaining = listOf(after);
    return listOf(before).every((item) => remaining.includes(item)) ? undefined : lost;
  };

const withoutHour = (rules: unknown) =>
  JSON.stringify(rules)?.replace(/cron\(\d+ \d+ \* \* \? \*\)/g, "every day");
const unlessOtherHour =
  (lost: string): Rule =>
  (before, after) =>
    withoutHour(before) === withoutHour(after) ? undefined : lost;

const unlessKept: Rule = (before) =>
  before === "Retain" ? "it would be deleted when it is removed or replaced" : undefined;

/** By the path of the changed property, for every type. */
const attributeRules: Record<string, Rule> = { DeletionPolicy: unlessKept, UpdateReplacePolicy: unlessKept };

/** By type and path. */
export const rules: Record<string, Record<string, Rule>> = {
  "AWS::DynamoDB::Table": {
    DeletionProtectionEnabled: unless(true, "one call could delete the table with all its rows"),
    "PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled": unless(
      true,
      "rows changed by mistake could not be restored",
    ),
    "PointInTimeRecoverySpecification.RecoveryPeriodInDays": unlessLonger(
      "the older moments could not be restored",
    ),
    TimeToLiveSpecification: always(
      "DynamoDB would delete rows by the time in this attribute, or keep rows that people were told would go",
    ),
  },
  "AWS::Cognito::UserPool": { DeletionProtection: unless("ACTIVE", "one call could delete all accounts") },
  "AWS::S3::Bucket": {
    "VersioningConfiguration.Status": unless(
      "Enabled",
      "files that are replaced or deleted could not be restored",
    ),
    LifecycleConfiguration: always("S3 would delete files by other rules"),
  },
  "AWS::SQS::Queue": {
    QueueName: always("the messages that wait in it would be deleted"),
    MessageRetentionPeriod: unlessLonger("SQS would delete messages that wait longer"),
    "RedrivePolicy.deadLetterTargetArn": unlessNew("messages that fail would no longer be kept there"),
  },
  "AWS::ApiGatewayV2::Api": { Name: always("what finds it by this name would find nothing") },
  "AWS::CloudFront::Distribution": {
    "DistributionConfig.Aliases": unlessMore(
      "the site would no longer answer at an address that people have",
    ),
    "DistributionConfig.Enabled": unless(true, "the site would not answer"),
  },
  "AWS::SecretsManager::Secret": {
    GenerateSecretString: always(
      "another text would be generated, and what was made with this one stops working",
    ),
  },
  "AWS::Logs::LogGroup": { RetentionInDays: unlessLonger("older lines of the log would be deleted") },
  "AWS::Backup::BackupVault": {
    "LockConfiguration.MinRetentionDays": unlessLonger("copies could be deleted sooner"),
  },
  "AWS::Backup::BackupPlan": {
    "BackupPlan.BackupPlanRule": unlessOtherHour(
      "tables could be copied less often, to fewer places, or kept for a shorter time",
    ),
  },
  "AWS::Backup::BackupSelection": {
    "BackupSelection.Resources": unlessMore("a table would not be copied any more"),
  },
};

/** Types that the stack policy does not keep, because each change replaces them, or functions come and go with them. */
export const goneRules: Record<string, string> = {
  "AWS::SQS::Queue": "the messages that wait in it would be deleted",
  "AWS::ApiGatewayV2::Api": "its address, to which CloudFront sends calls, would stop working",
  "AWS::Backup::BackupSelection": "its tables would not be copied any more",
};

/**
 * Sentences about what an update would switch off or lose. Empty when it does not. `lose` has the logical ids whose loss
 * is accepted.
 */
export const unsafeUpdates = (before: Template, after: Template, lose: string[] = []): string[] =>
  Object.entries(before.Resources)
    .filter(([id]) => !lose.includes(id))
    .flatMap(([id, resource]) =>
      problemsOf(resource, after.Resources[id]).map(
        (problem) =>
          `${id}: ${problem}. Undo it; if it is meant, save what you need and deploy with --lose ${id}.`,
      ),
    );

function problemsOf(before: Resource, after: Resource | undefined): string[] {
  if (after?.Type !== before.Type) {
    const lost = goneRules[before.Type];
    return lost === undefined ? [] : [`is gone or has a new logical id: ${lost}`];
  }
  return [
    ...changes(attributeRules, before, after),
    ...changes(rules[before.Type] ?? {}, before.Properties, after.Properties),
  ];
}

const changes = (rulesOfType: Record<string, Rule>, old: unknown, now: unknown): string[] =>
  Object.entries(rulesOfType).flatMap(([path, rule]) => {
    const [before, after] = [valueAt(old, path), valueAt(now, path)];
    const lost = isDeepStrictEqual(before, after) ? undefined : rule(before, after);
    return lost === undefined ? [] : [`${path} changes: ${lost}`];
  });

const valueAt = (value: unknown, path: string) =>
  path.split(".").reduce<unknown>((part, name) => Object(part)[name], value);
