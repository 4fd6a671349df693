import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { mutate } from "../../test/template-faults/mutate.ts";
import { unsafeSinceBaseline, writeBaseline } from "./baseline.ts";
import { synthesize } from "./synthesize.ts";
import { dataResources, unsafeUpdates } from "./updates.ts";

const current = synthesize({ stage: "prod" });

const table = /DynamoDB::Table DataClients/;
const subscriptions = /DynamoDB::Table DataSubscriptions/;
const pool = /Cognito::UserPool Auth/;
const client = /Cognito::UserPoolClient/;
const bucket = /S3::Bucket /;
const indexes = "Properties.GlobalSecondaryIndexes";
const newIndex = (name: string) => ({
  IndexName: name,
  KeySchema: [{ AttributeName: name, KeyType: "HASH" }],
});

describe("an update is safe", () => {
  test("when it adds a domain", () => {
    const certificateArn =
      "arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000";
    const withDomain = synthesize({ stage: "prod", domain: "www.example.com", certificateArn });
    expect(unsafeUpdates(current, withDomain)).toEqual([]);
  });

  test("when it adds a table and an index", () => {
    const before = structuredClone(current);
    mutate(before, table, "Type", "AWS::DynamoDB::Stream");
    mutate(before, subscriptions, indexes, (list: unknown[]) => list.slice(1));
    expect(unsafeUpdates(before, current)).toEqual([]);
  });
});

test.each<[sentence: string, where: RegExp, path: string, value: unknown]>([
  ["is gone", table, "Type", "AWS::DynamoDB::GlobalTable"],
  ["is gone", pool, "Type", "AWS::Cognito::IdentityPool"],
  ["is gone", client, "Type", "AWS::Cognito::UserPoolGroup"],
  ["is gone", bucket, "Type", "AWS::S3::Other"],
  ["a change of TableName", table, "Properties.TableName", "clients"],
  ["a change of KeySchema", table, "Properties.KeySchema.0.AttributeName", "client_id"],
  ["has a new type", table, "Properties.AttributeDefinitions.0.AttributeType", "N"],
  ["is no longer retained", table, "DeletionPolicy", "Delete"],
  ["is no longer retained", bucket, "DeletionPolicy", undefined],
  [
    "2 indexes are added or removed",
    subscriptions,
    indexes,
    (list: unknown[]) => [...list, newIndex("a"), newIndex("b")],
  ],
  ["2 indexes are added or removed", subscriptions, `${indexes}.0.IndexName`, "other"],
  ["cannot change", subscriptions, `${indexes}.0.KeySchema`, newIndex("a").KeySchema],
  ["cannot change", subscriptions, `${indexes}.0.Projection`, { ProjectionType: "KEYS_ONLY" }],
  ["a change of Schema", pool, "Properties.Schema", [{ Name: "shift", AttributeDataType: "String" }]],
  ["a change of UsernameAttributes", pool, "Properties.UsernameAttributes", ["phone_number"]],
  ["a change of AliasAttributes", pool, "Properties.AliasAttributes", ["email"]],
  ["a change of UsernameConfiguration", pool, "Properties.UsernameConfiguration.CaseSensitive", true],
  ["a change of GenerateSecret", client, "Properties.GenerateSecret", true],
  ["a change of UserPoolId", client, "Properties.UserPoolId", "eu-west-1_000000000"],
  ["a change of BucketName", bucket, "Properties.BucketName", "mwamba-site"],
])("an unsafe update is found: %s (%s %s)", (sentence, where, path, value) => {
  const after = structuredClone(current);
  const id = mutate(after, where, path, value);
  const found = unsafeUpdates(current, after);
  expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${id}: .*${sentence}`)));
  expect(unsafeUpdates(dataResources(current), after)).toEqual(found);
});

test("a construct with a new name is a new resource, and the old one is left behind", () => {
  const after = structuredClone(current);
  const id = mutate(after, pool, "Type", (type: string) => type);
  const { [id]: moved, ...rest } = after.Resources;
  if (!moved) throw new Error("There is no pool.");
  after.Resources = { ...rest, StaffPool00000000: moved };
  expect(unsafeUpdates(current, after)).toContainEqual(expect.stringMatching(`^${id}: is gone`));
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
    expect(content).not.toMatch(/[0-9a-f]{64}|aws:cdk:path|AWS::Lambda/);
  });
});
