import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { mutate } from "../../test/template-faults/mutate.ts";
import { stateMutations } from "../../test/template-faults/state-mutations.ts";
import { unsafeSinceBaseline, writeBaseline } from "./baseline.ts";
import { statefulTypes } from "./stateful.ts";
import { synthesize, synthesizeVaultStack } from "./synthesize.ts";
import { referencedId, resourcesOf } from "./template.ts";
import { statefulPart, unsafeUpdates } from "./updates.ts";

const settings = { name: "prod", mpesa: { short_code: "522522" }, vault: { region: "eu-central-1" } };
const current = synthesize(settings);
const templates = { product: current, copies: synthesizeVaultStack().template };
const domain = {
  domain: "www.example.com",
  certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000",
};
/** Deployed again from the template, without anybody losing anything. */
const keepsNothing =
  /^(Custom::CDKBucketDeployment|AWS::(ApiGatewayV2::(Authorizer|Integration|Route|Stage)|CloudFront::(Function|OriginAccessControl|ResponseHeadersPolicy)|CloudWatch::\w+|Events::Rule|IAM::(Policy|Role)|Lambda::\w+|S3::BucketPolicy|SES::\w+|SNS::(Subscription|TopicPolicy)|SQS::QueuePolicy|Scheduler::Schedule))$/;

const table = /DynamoDB::Table DataClients/;
const subscriptions = /DynamoDB::Table DataSubscriptions/;
const pool = /Cognito::UserPool Auth/;
const bucket = /S3::Bucket /;
const vault = /Backup::BackupVault/;
const plan = /Backup::BackupPlan/;
const rule = "Properties.BackupPlan.BackupPlanRule.0";
const indexes = "Properties.GlobalSecondaryIndexes";
const recovery = "Properties.PointInTimeRecoverySpecification";
const newIndex = (name: string) => ({
  IndexName: name,
  KeySchema: [{ AttributeName: name, KeyType: "HASH" }],
});

describe("an update is safe", () => {
  test("when it adds a table and an index", () => {
    const before = structuredClone(current);
    mutate(before, table, "Type", "AWS::DynamoDB::Stream");
    mutate(before, subscriptions, indexes, (list: unknown[]) => list.slice(1));
    expect(unsafeUpdates(before, current)).toEqual([]);
  });

  test("when backups are locked longer, and made at another hour", () => {
    const after = structuredClone(current);
    mutate(after, vault, "Properties.LockConfiguration.MinRetentionDays", 36);
    mutate(after, plan, `${rule}.ScheduleExpression`, "cron(30 2 * * ? *)");
    expect(unsafeUpdates(current, after)).toEqual([]);
  });

  test("when a function goes with its log, and not when the log goes alone or was to be kept", () => {
    const [fn] = resourcesOf<{ LoggingConfig: { LogGroup: unknown } }>(current, "AWS::Lambda::Function");
    const log = referencedId(fn?.properties.LoggingConfig.LogGroup);
    const without = (...ids: unknown[]) => ({
      Resources: Object.fromEntries(Object.entries(current.Resources).filter(([id]) => !ids.includes(id))),
      Parameters: current.Parameters ?? {},
    });
    const lost = [expect.stringMatching(new RegExp(`^${log}: is gone`))];
    for (const before of [current, statefulPart(current)]) {
      expect(unsafeUpdates(before, without(fn?.id, log))).toEqual([]);
      expect(unsafeUpdates(before, without(log))).toEqual(lost);
      const keptAs: [path: string, value: unknown][] = [
        ["DeletionPolicy", "Retain"],
        ["Properties.RetentionInDays", 365],
      ];
      for (const [path, value] of keptAs) {
        const kept = structuredClone(before);
        mutate(kept, new RegExp(` ${log}$`), path, value);
        expect(unsafeUpdates(kept, without(fn?.id, log))).toEqual(lost);
      }
    }
  });
});

test.each(Object.entries(templates))(
  "each change of what keeps state in the template of the %s is answered as the list says",
  (_, template) => {
    const answers = [...stateMutations(template)];
    const renamed = answers.filter(({ how }) => how === "another logical id");
    const keeping = Object.values(template.Resources).filter(({ Type }) => Type in statefulTypes);
    expect(renamed.length).toBe(keeping.length);
    expect(renamed.map(({ type }) => type)).toContain("AWS::Backup::BackupVault");
    const wrong = answers.filter(({ type, id, sentences, why, replaces }) => {
      const [first = "", ...more] = sentences;
      const isStopped = first.startsWith(`${id}: `) && first.endsWith(".") && more.length === 0;
      // CloudFormation would put an empty one in the place of what it replaces; a selection has only what the template says.
      const loses = replaces && type !== "AWS::Backup::BackupSelection";
      return why === undefined ? !isStopped : first !== "" || loses;
    });
    expect(wrong).toEqual([]);
  },
);

test.each<[sentence: string, where: RegExp, path: string, value: unknown]>([
  ["is gone", table, "Type", "AWS::DynamoDB::GlobalTable"],
  ["KeySchema changes: it could lose its rows", table, "Properties.KeySchema.0.AttributeName", "client_id"],
  ["has a new type", table, "Properties.AttributeDefinitions.0.AttributeType", "N"],
  ["would be deleted", table, "DeletionPolicy", "Delete"],
  ["would be deleted", bucket, "UpdateReplacePolicy", undefined],
  [
    "2 indexes are added or removed; deploy them one by one",
    subscriptions,
    indexes,
    (list: unknown[]) => [...list, newIndex("a"), newIndex("b")],
  ],
  ["2 indexes are added or removed", subscriptions, `${indexes}.0.IndexName`, "other"],
  ["cannot change", subscriptions, `${indexes}.0.KeySchema`, newIndex("a").KeySchema],
  ["cannot change", subscriptions, `${indexes}.0.Projection`, { ProjectionType: "KEYS_ONLY" }],
  ["could not be restored", table, `${recovery}.PointInTimeRecoveryEnabled`, false],
  ["older moments", table, `${recovery}.RecoveryPeriodInDays`, 7],
  ["delete the table", table, "Properties.DeletionProtectionEnabled", false],
  ["delete rows by the time", table, "Properties.TimeToLiveSpecification", { Enabled: true }],
  ["accounts, passwords", pool, "Properties.UsernameAttributes", ["phone_number"]],
  ["delete all accounts", pool, "Properties.DeletionProtection", "INACTIVE"],
  ["messages that wait", /SQS::Queue/, "Properties.QueueName", "mwamba-outbox"],
  ["its address", /ApiGatewayV2::Api/, "Properties.Name", "other"],
  ["deleted sooner", vault, "Properties.LockConfiguration.MinRetentionDays", 7],
  ["deleted at any time", vault, "Properties.LockConfiguration", undefined],
  ["less often", plan, `${rule}.ScheduleExpression`, "cron(0 3 ? * SUN *)"],
  ["fewer places", plan, `${rule}.CopyActions`, undefined],
  ["shorter time", plan, `${rule}.Lifecycle.DeleteAfterDays`, 7],
])("an unsafe update is found: %s (%s %s)", (sentence, where, path, value) => {
  const after = structuredClone(current);
  const id = mutate(after, where, path, value);
  const found = unsafeUpdates(current, after);
  expect(found).toEqual([expect.stringMatching(new RegExp(`^${id}: .*${sentence}`))]);
  expect(unsafeUpdates(statefulPart(current), after)).toEqual(found);
  // An accepted loss passes; what AWS would refuse does not.
  expect(unsafeUpdates(current, after, [id])).toEqual(/deploy with --lose/.test(`${found}`) ? [] : found);
});

test("the address of the site can be added, and not taken away", () => {
  const withDomain = synthesize({ ...settings, ...domain });
  const lost = expect.stringContaining("no longer answer at an address");
  expect(unsafeUpdates(current, withDomain)).toEqual([]);
  expect(unsafeUpdates(withDomain, current)).toEqual([lost]);
});

test("every resource type keeps state or is known not to", () => {
  const types = Object.values(templates).flatMap(({ Resources }) =>
    Object.values(Resources).map(({ Type }) => Type),
  );
  expect([...new Set(types)].filter((type) => !(type in statefulTypes) && !keepsNothing.test(type))).toEqual(
    [],
  );
});

describe("the baseline", () => {
  const folder = mkdtempSync(join(tmpdir(), "baseline-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const changed = structuredClone(current);
  const id = mutate(changed, pool, "Properties.UsernameAttributes", ["phone_number"]);

  test("allows every update while it is empty, and says so", () => {
    const log = vi.fn();
    expect(unsafeSinceBaseline(changed, { folder, log })).toEqual([]);
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("The baseline is empty"));
  });

  test("finds an unsafe update, and a stack with a new name", () => {
    writeBaseline(current, { folder });
    const log = vi.fn();
    expect(unsafeSinceBaseline(current, { folder, log })).toEqual([]);
    expect(unsafeSinceBaseline(changed, { folder, log })).toEqual([expect.stringMatching(`^${id}: `)]);
    expect(unsafeSinceBaseline(current, { folder, log, stack: "Mwamba-live" })).toEqual([
      "Mwamba-live: the baseline belongs to Mwamba-prod; this would be a new stack with empty tables",
    ]);
    expect(log).not.toHaveBeenCalled();
  });

  test("contains only what is compared, and nothing that changes with each build", () => {
    expect(readdirSync(folder)).toEqual(["Mwamba-prod.json"]);
    const content = readFileSync(join(folder, "Mwamba-prod.json"), "utf8");
    expect(content).not.toMatch(/[0-9a-f]{64}|aws:cdk:path|"Code"/);
  });
});
