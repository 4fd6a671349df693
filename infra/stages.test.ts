import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { readStage, setStageRegion, sideStacksOf } from "./stages.ts";

const folder = mkdtempSync(join(tmpdir(), "stages-"));
afterAll(() => rmSync(folder, { recursive: true }));

const dev = {
  region: "eu-west-1",
  domain: "dev.example.com",
  certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000",
};

test("commands with --stack use the region of its stage", () => {
  vi.stubEnv("AWS_REGION", "us-west-2");
  setStageRegion("Mwamba-prod");
  expect(process.env.AWS_REGION).toBe(readStage("prod").region);
  vi.unstubAllEnvs();
});

test.each<[object, string | undefined, string]>([
  [{ dev }, undefined, "Say which stage: --stage dev."],
  [{ dev }, "live", "has no stage “live”: it has dev"],
  [{ dev: { ...dev, certifcateArn: "x" } }, "dev", "certifcateArn"],
  [{ dev: { ...dev, region: "Ireland" } }, "dev", "is not a region such as eu-west-1"],
  [
    { dev: { ...dev, certificateArn: "arn:aws:acm:eu-west-1:1:certificate/1" } },
    "dev",
    "is not a certificate in us-east-1",
  ],
  [{ dev, "pre-prod": dev }, "dev", "“pre-prod” is not a stage name"],
  [{ dev: { account: "111122223333" } }, "dev", "is missing: a region such as eu-west-1\n  → at region"],
  [{ dev: { ...dev, account: "1111" } }, "dev", "is not an account number of twelve digits"],
  [{ dev: { ...dev, certificateArn: undefined } }, "dev", "a domain needs a certificate"],
  [
    { dev: { ...dev, webAclArn: "arn:aws:wafv2:eu-west-1:1:regional/webacl/a/b" } },
    "dev",
    "is not a web ACL in us-east-1",
  ],
  [{ dev: { ...dev, waf: "yes" } }, "dev", "waf"],
  [{ dev: { ...dev, monthlyBudget: 20 } }, "dev", "the monthly budget of dev needs an email address"],
  [{ dev: { ...dev, monthlyBudget: 0, alarmEmail: "a@example.com" } }, "dev", "monthlyBudget"],
])("a mistake in stages.json is explained: %j", (stages, stage, message) => {
  const file = join(folder, "wrong.json");
  writeFileSync(file, JSON.stringify(stages));
  expect(() => readStage(stage, file)).toThrow(message);
});

test("the error for an invalid or missing stages.json names the file", () => {
  const file = join(folder, "broken.json");
  writeFileSync(file, '{ "dev": { "region": "eu-west-1", } }');
  expect(() => readStage("dev", file)).toThrow(`${file} cannot be read: `);
  expect(() => readStage("dev", join(folder, "none.json"))).toThrow("none.json cannot be read: ENOENT");
});

test("a vault is in another region", () => {
  const file = join(folder, "vault.json");
  const stages = {
    dev: { ...dev, vault: { region: "eu-central-1" } },
    prod: { ...dev, vault: { region: dev.region } },
  };
  writeFileSync(file, JSON.stringify(stages));
  expect(sideStacksOf(readStage("dev", file))).toContainEqual({
    name: "Mwamba-dev-Vault",
    region: "eu-central-1",
    enabled: true,
  });
  expect(() => readStage("prod", file)).toThrow("the vault of prod has to be in another region than");
});

test("a third stage works like the others", () => {
  const file = join(folder, "three.json");
  writeFileSync(file, JSON.stringify({ dev, staging: dev }));
  expect(readStage("staging", file).name).toBe("staging");
});
