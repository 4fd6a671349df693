import { describe, expect, test, vi } from "vitest";
import { synthesize } from "../../infra/checks/synthesize.ts";
import { resourcesOf } from "../../infra/checks/template.ts";
import type { LoopbackStack } from "../../test/loopback/account.ts";
import {
  type Change,
  certificateIs,
  loopbackPreflight,
  prod,
  runPreflight,
  stackIs,
} from "../../test/loopback/preflight.ts";
import { checkAws } from "./findings.ts";
import { FIRST_DAY_ALARMS } from "./stack-state.ts";

const running = loopbackPreflight();

test("a complete account is clear, with a warning about the allowed placeholders only", async () => {
  const { clear, blocking, warning, ok } = await runPreflight();
  expect(blocking).toEqual([]);
  expect(warning.filter((line) => !line.includes("placeholders"))).toEqual([]);
  expect(ok).toHaveLength(11);
  expect(clear).toBe(true);
});

test("a firewall and a budget that are no longer in stages.json give a warning with the command that removes them", async () => {
  running.account.stacks["Mwamba-prod-Firewall"] = { status: "CREATE_COMPLETE" };
  running.account.stacks["Mwamba-prod-Budget"] = { status: "CREATE_COMPLETE" };
  const { clear, warning } = await runPreflight();
  expect(clear).toBe(true);
  for (const name of ["Firewall", "Budget"])
    expect(warning.join("\n")).toContain(
      `aws cloudformation delete-stack --stack-name Mwamba-prod-${name} --region us-east-1`,
    );
  const enabled = await runPreflight({ ...prod, waf: true, monthlyBudget: 20 });
  expect(enabled.warning.join("\n")).not.toMatch(/Firewall|Budget/);
});

test("a failed firewall stack blocks a stage with a firewall", async () => {
  running.account.stacks["Mwamba-prod-Firewall"] = { status: "ROLLBACK_COMPLETE" };
  const { blocking } = await runPreflight({ ...prod, waf: true });
  expect(blocking).toEqual([
    expect.stringMatching(/Mwamba-prod-Firewall has the status ROLLBACK_COMPLETE.*\n.*--region us-east-1/),
  ]);
});

describe("what would make a deployment fail is a blocker, with a fix:", () => {
  test.each<[string, Change, message: string, fix: string]>([
    [
      "no bootstrap",
      (account) => delete account.stacks.CDKToolkit,
      "not bootstrapped",
      "npx cdk bootstrap aws://111122223333/eu-west-1",
    ],
    [
      "an old bootstrap",
      (account) =>
        (account.stacks.CDKToolkit = { status: "CREATE_COMPLETE", outputs: { BootstrapVersion: "5" } }),
      "has version 5",
      "npx cdk bootstrap",
    ],
    [
      "another account",
      (account) => (account.account = "999988887777"),
      "belongs to 111122223333",
      "AWS_PROFILE",
    ],
    [
      "no certificate",
      (account) => (account.certificates = {}),
      "no certificate",
      "aws acm request-certificate --region us-east-1",
    ],
    [
      "a certificate for another domain",
      certificateIs({ DomainName: "example.com", Status: "ISSUED" }),
      "not for www.example.com",
      "request-certificate",
    ],
    [
      "a certificate that is not validated",
      certificateIs({
        DomainName: "*.example.com",
        Status: "PENDING_VALIDATION",
        DomainValidationOptions: [
          { DomainName: "x", ResourceRecord: { Name: "_1.example.com.", Type: "CNAME", Value: "_2.acm." } },
        ],
      }),
      "waits for the DNS record",
      "_1.example.com. CNAME _2.acm.",
    ],
    [
      "an expired certificate",
      certificateIs({ DomainName: "www.example.com", Status: "EXPIRED" }),
      "EXPIRED",
      "request-certificate",
    ],
    [
      "a stack whose creation failed",
      stackIs("ROLLBACK_COMPLETE"),
      "ROLLBACK_COMPLETE",
      "npm run remove -- --stage prod, then deploy again",
    ],
    [
      "a failed rollback",
      stackIs("UPDATE_ROLLBACK_FAILED"),
      "the rollback of an update failed",
      "aws cloudformation continue-update-rollback --stack-name Mwamba-prod",
    ],
    ...["CREATE_FAILED", "UPDATE_FAILED"].map((status): [string, Change, string, string] => [
      `the status ${status}`,
      stackIs(status),
      `has the status ${status}`,
      "aws cloudformation rollback-stack --stack-name Mwamba-prod --region eu-west-1",
    ]),
    ["an update in progress", stackIs("UPDATE_IN_PROGRESS"), "being changed now", "aws cloudformation wait"],
    [
      "a sender created by hand",
      (account) => (account.stacks["Mwamba-prod"] = { status: "CREATE_COMPLETE" }),
      "not from this stack",
      "aws sesv2 delete-email-identity --email-identity example.com",
    ],
    [
      "a sender created by hand before the first deployment",
      (account) => delete account.stacks["Mwamba-prod"],
      "not from this stack",
      "delete-email-identity",
    ],
    [
      "old credentials",
      (account) => (account.refused = { GetCallerIdentity: "ExpiredToken" }),
      "have expired",
      "aws sso login",
    ],
    [
      "unknown credentials",
      (account) => (account.refused = { GetCallerIdentity: "InvalidClientTokenId" }),
      "does not know",
      "AWS_ACCESS_KEY_ID",
    ],
    [
      "no permission to ask for the identity",
      (account) => (account.refused = { GetCallerIdentity: "AccessDenied" }),
      "does not say whose",
      "sts:GetCallerIdentity",
    ],
  ])("%s", async (_, change, message, fix) => {
    change(running.account);
    const { clear, blocking } = await runPreflight();
    expect(clear).toBe(false);
    expect(blocking).toEqual([expect.stringContaining(message)]);
    expect(blocking[0]).toContain(fix);
  });
});

test("a first deployment is told what a new account meets, and which alarms are on until a function has run", async () => {
  running.account.stacks = { CDKToolkit: running.account.stacks.CDKToolkit as LoopbackStack };
  running.account.identities = {};
  running.account.concurrency = 10;
  running.account.mail.ProductionAccessEnabled = false;
  const { clear, warning, ok } = await runPreflight();
  expect(clear).toBe(true);
  for (const problem of ["can use CloudFront", "only 10 functions at once", "SES is in its sandbox"])
    expect(warning.join("\n")).toContain(problem);
  const template = synthesize({ name: "prod" });
  for (const { id, properties } of resourcesOf<{ TreatMissingData: string }>(
    template,
    "AWS::CloudWatch::Alarm",
  ))
    if (properties.TreatMissingData === "breaching")
      expect(FIRST_DAY_ALARMS).toContain(id.replace(/^Alarms|[0-9A-F]{8}$/g, ""));
  expect(ok.join("\n")).toContain(`alarms ${FIRST_DAY_ALARMS.join(", ")} are on`);
});

test("a service that does not answer in time is a blocker", async () => {
  running.account.silent = ["GetAccount"];
  const { blocking } = await runPreflight(prod, 1_500);
  expect(blocking).toEqual([
    expect.stringMatching(/The mail service: AWS did not answer \(TimeoutError/),
    expect.stringMatching(/The emails to staff: AWS did not answer \(TimeoutError/),
  ]);
});

test("a refusal without a reason, as S3 answers HEAD, is no permission", async () => {
  const forbidden = () => Promise.reject(Object.assign(new Error("UnknownError"), { name: "Forbidden" }));
  expect(await checkAws("The kept releases", "s3:GetObject", forbidden)).toMatchObject([
    { level: "warning", message: expect.stringContaining("no permission") },
  ]);
});

test("without credentials, the only finding says how to sign in", async () => {
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"])
    vi.stubEnv(name, undefined);
  for (const name of ["AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"]) vi.stubEnv(name, "/nowhere");
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  const { blocking } = await runPreflight();
  expect(blocking).toEqual([expect.stringMatching(/no AWS credentials.*\n.*aws sso login/)]);
});

test("a wildcard certificate covers one label", async () => {
  certificateIs({ DomainName: "example.com", SubjectAlternativeNames: ["*.example.com"], Status: "ISSUED" })(
    running.account,
  );
  expect((await runPreflight()).clear).toBe(true);
  certificateIs({ DomainName: "*.com", Status: "ISSUED" })(running.account);
  expect((await runPreflight()).blocking[0]).toContain("not for www.example.com");
});
