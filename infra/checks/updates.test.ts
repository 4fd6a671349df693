import { describe, expect, test } from "vitest";
import { mutate } from "./mutate.ts";
import { normalized, released } from "./released.ts";
import { synthesize } from "./synthesize.ts";
import { unsafeUpdates } from "./updates.ts";

const today = normalized(synthesize({ stage: "prod" }));

const table = /DynamoDB::Table DataClients/;
const subscriptions = /DynamoDB::Table DataSubscriptions/;
const pool = /Cognito::UserPool Auth/;
const client = /Cognito::UserPoolClient/;
const bucket = /S3::Bucket /;
const indexes = "Properties.GlobalSecondaryIndexes";
const another = (name: string) => ({
  IndexName: name,
  KeySchema: [{ AttributeName: name, KeyType: "HASH" }],
});

describe("production can be updated from the last release, and nothing of people's data is lost:", () => {
  test("as it is", () => expect(unsafeUpdates(released(), today)).toEqual([]));

  test("when a domain is given", () => {
    const certificateArn =
      "arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000";
    const withDomain = synthesize({ stage: "prod", domain: "www.example.com", certificateArn });
    expect(unsafeUpdates(released(), withDomain)).toEqual([]);
  });

  test("when a table and an index are new", () => {
    const before = structuredClone(today);
    mutate(before, table, "Type", "AWS::DynamoDB::Stream");
    mutate(before, subscriptions, indexes, (was: unknown[]) => was.slice(1));
    expect(unsafeUpdates(before, today)).toEqual([]);
  });
});

test.each<[sentence: string, where: RegExp, path: string, value: unknown]>([
  ["is gone", table, "Type", "AWS::DynamoDB::GlobalTable"],
  ["is gone", pool, "Type", "AWS::Cognito::IdentityPool"],
  ["is gone", client, "Type", "AWS::Cognito::UserPoolGroup"],
  ["is gone", bucket, "Type", "AWS::S3::Other"],
  ["another TableName", table, "Properties.TableName", "clients"],
  ["another KeySchema", table, "Properties.KeySchema.0.AttributeName", "client_id"],
  ["has another type", table, "Properties.AttributeDefinitions.0.AttributeType", "N"],
  ["is no longer kept", table, "DeletionPolicy", "Delete"],
  ["is no longer kept", bucket, "DeletionPolicy", undefined],
  ["2 indexes come or go", subscriptions, indexes, (was: unknown[]) => [...was, another("a"), another("b")]],
  ["2 indexes come or go", subscriptions, `${indexes}.0.IndexName`, "other"],
  ["cannot change", subscriptions, `${indexes}.0.KeySchema`, another("a").KeySchema],
  ["cannot change", subscriptions, `${indexes}.0.Projection`, { ProjectionType: "KEYS_ONLY" }],
  ["another Schema", pool, "Properties.Schema", [{ Name: "shift", AttributeDataType: "String" }]],
  ["another UsernameAttributes", pool, "Properties.UsernameAttributes", ["phone_number"]],
  ["another AliasAttributes", pool, "Properties.AliasAttributes", ["email"]],
  ["another UsernameConfiguration", pool, "Properties.UsernameConfiguration.CaseSensitive", true],
  ["another GenerateSecret", client, "Properties.GenerateSecret", true],
  ["another UserPoolId", client, "Properties.UserPoolId", "eu-west-1_000000000"],
  ["another BucketName", bucket, "Properties.BucketName", "mwamba-site"],
])("an update is stopped: %s (%s %s)", (sentence, where, path, value) => {
  const after = structuredClone(today);
  const id = mutate(after, where, path, value);
  expect(unsafeUpdates(today, after)).toContainEqual(
    expect.stringMatching(new RegExp(`^${id}: .*${sentence}`)),
  );
});

test("a construct under another name is a new resource, and the old one is left behind", () => {
  const after = structuredClone(today);
  const id = mutate(after, pool, "Type", (type: string) => type);
  const { [id]: moved, ...rest } = after.Resources;
  if (!moved) throw new Error("There is no pool.");
  after.Resources = { ...rest, StaffPool00000000: moved };
  expect(unsafeUpdates(today, after)).toContainEqual(expect.stringMatching(`^${id}: is gone`));
});

test("a stage under another name is stopped: it would be a new stack, with empty tables", () => {
  expect(() => released("Mwamba-live")).toThrow("No stack Mwamba-live was released");
});

test("what is kept does not change from build to build", () => {
  expect(JSON.stringify(today)).not.toMatch(/[0-9a-f]{64}|aws:cdk:path/);
});
