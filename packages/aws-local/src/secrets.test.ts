import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { templateOf } from "../test/template-under-test.ts";
import { openSecrets } from "./secrets.ts";

const folder = mkdtempSync(join(tmpdir(), "secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

const generated = { ExcludePunctuation: true, PasswordLength: 40 };
const template = templateOf({
  plain: { Type: "AWS::SecretsManager::Secret", Properties: { GenerateSecretString: generated } },
  keyed: {
    Type: "AWS::SecretsManager::Secret",
    Properties: {
      GenerateSecretString: { ...generated, SecretStringTemplate: '{"user":"a"}', GenerateStringKey: "key" },
    },
  },
});
const arnOf = (id: string) => template.resolve({ Ref: id }) as string;
const read = async (secrets: ReturnType<typeof openSecrets>, SecretId: string, more = {}) =>
  String((await secrets.call("GetSecretValue", { SecretId, ...more })).SecretString);

test("a text is generated once, as CloudFormation does, and kept across restarts for its owner alone", async () => {
  const first = openSecrets(template, folder);
  const text = await read(first, "plain");
  expect(text).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[a-zA-Z0-9]{40}$/);
  expect(await read(first, arnOf("plain"))).toBe(text);
  expect(JSON.parse(await read(first, "keyed"))).toEqual({
    user: "a",
    key: expect.stringMatching(/^\w{40}$/),
  });
  expect(await read(openSecrets(template, folder), "plain")).toBe(text);
  expect(await read(openSecrets(template, undefined), "plain")).not.toBe(text);
  expect(statSync(join(folder, "secrets.json")).mode & 0o077).toBe(0);
});

test("a new version is current, and the one before can still be read, by stage and by id", async () => {
  const secrets = openSecrets(template, undefined);
  const SecretId = "plain";
  const before = await secrets.call("GetSecretValue", { SecretId });
  await expect(read(secrets, SecretId, { VersionStage: "AWSPREVIOUS" })).rejects.toMatchObject({
    code: "ResourceNotFoundException",
  });
  const { VersionId } = await secrets.call("PutSecretValue", { SecretId, SecretString: "second" });
  expect(await read(secrets, SecretId)).toBe("second");
  expect(await read(secrets, SecretId, { VersionId })).toBe("second");
  for (const earlier of [{ VersionStage: "AWSPREVIOUS" }, { VersionId: before.VersionId }])
    expect(await read(secrets, SecretId, earlier)).toBe(before.SecretString);
});

test("a dynamic reference has the whole text, a key of it, or a version's", async () => {
  const secrets = openSecrets(template, undefined);
  const { key } = JSON.parse(await read(secrets, "keyed"));
  const reference = `resolve:secretsmanager:${arnOf("keyed")}`;
  expect(secrets.resolve(`${reference}:SecretString:key::`)).toBe(key);
  expect(JSON.parse(secrets.resolve(reference))).toEqual({ user: "a", key });
  await secrets.call("PutSecretValue", { SecretId: "keyed", SecretString: '{"key":"new"}' });
  expect(secrets.resolve(`${reference}:SecretString:key`)).toBe("new");
  expect(secrets.resolve(`${reference}:SecretString:key:AWSPREVIOUS`)).toBe(key);
  expect(() => secrets.resolve(`${reference}:SecretString:other`)).toThrow("has no key other");
  expect(() => secrets.resolve("resolve:ssm:/x")).toThrow("is not supported");
});

test("an unknown secret and an unknown operation are refused", async () => {
  const secrets = openSecrets(template, undefined);
  await expect(read(secrets, "none")).rejects.toMatchObject({ code: "ResourceNotFoundException" });
  await expect(secrets.call("DeleteSecret", { SecretId: "plain" })).rejects.toMatchObject({
    code: "UnknownOperationException",
  });
});
