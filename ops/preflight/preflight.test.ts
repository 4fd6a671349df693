import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { synthesize } from "../../infra/checks/synthesize.ts";
import { resourcesOf } from "../../infra/checks/template.ts";
import type { Dns } from "../../shared/mail-domain.ts";
import { type LoopbackAccount, preparedAccount } from "../deploy/loopback-account.ts";
import { startLoopbackAws } from "../deploy/loopback-aws.ts";
import {
  contextOf,
  type NamedStage,
  type ResolvedStage,
  senderIdentityOf,
} from "../deploy/stage-settings.ts";
import { createAwsClients } from "./aws-clients.ts";
import { checkSettings } from "./check-settings.ts";
import { formatFinding } from "./findings.ts";
import { staffMailOf } from "./mail.ts";
import { preflight } from "./preflight.ts";

const certificateArn = "arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000";
const prod: NamedStage = {
  name: "prod",
  region: "eu-west-1",
  account: "111122223333",
  domain: "www.example.com",
  certificateArn,
  mailFrom: "no-reply@example.com",
  companyEmail: "hello@example.com",
  alarmEmail: "night@example.com",
  allowPlaceholders: true,
};

const deployedAccount = (): LoopbackAccount => {
  const account = preparedAccount();
  account.stacks["Mwamba-prod"] = { status: "UPDATE_COMPLETE", identities: ["example.com"] };
  account.identities["example.com"] = {
    VerifiedForSendingStatus: true,
    DkimAttributes: { Status: "SUCCESS", Tokens: ["a"] },
    MailFromAttributes: { MailFromDomain: "bounces.example.com", MailFromDomainStatus: "SUCCESS" },
  };
  account.certificates[certificateArn] = { DomainName: "www.example.com", Status: "ISSUED" };
  return account;
};

const noRecord = () => Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" }));
/** A DNS with only these TXT and MX records. */
const dnsOf = (texts: Record<string, string[]>, exchanges: Record<string, string> = {}): Dns => ({
  resolveTxt: (name: string) =>
    texts[name] ? Promise.resolve(texts[name].map((text) => [text])) : noRecord(),
  resolveMx: (name: string) =>
    exchanges[name] ? Promise.resolve([{ exchange: exchanges[name] }]) : noRecord(),
  resolveCname: noRecord,
});
const completeDns = dnsOf({ "_dmarc.example.com": ["v=DMARC1; p=none"], "example.com": ["v=spf1 -all"] });

let account: LoopbackAccount;
let stop = () => {};
beforeEach(async () => {
  account = deployedAccount();
  const aws = await startLoopbackAws(account);
  stop = aws.close;
  vi.stubEnv("AWS_ENDPOINT_URL", aws.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "example");
});
afterEach(() => {
  vi.unstubAllEnvs();
  stop();
});

const run = async (stage = prod, timeoutMs = 5_000, dns = completeDns) => {
  const { findings, clear } = await preflight(stage, createAwsClients(stage.region, timeoutMs), dns);
  return {
    clear,
    blocking: findings.filter(({ level }) => level === "blocker").map(formatFinding),
    warning: findings.filter(({ level }) => level === "warning").map(formatFinding),
    ok: findings.filter(({ level }) => level === "ok").map(formatFinding),
  };
};

test("a complete account is clear, with a warning about the allowed placeholders only", async () => {
  const { clear, blocking, warning, ok } = await run();
  expect(blocking).toEqual([]);
  expect(warning.filter((line) => !line.includes("placeholders"))).toEqual([]);
  expect(ok).toHaveLength(10);
  expect(clear).toBe(true);
});

const contextIn = (stage: ResolvedStage) =>
  Object.fromEntries(
    contextOf(stage)
      .filter((part) => part !== "-c")
      .map((pair) => pair.split("=") as [string, string]),
  );

type Change = (account: LoopbackAccount) => void;
const unverified = {
  VerifiedForSendingStatus: false,
  DkimAttributes: { Status: "PENDING", Tokens: ["abc"] },
};
const certificateIs =
  (certificate: object): Change =>
  (account) => {
    account.certificates[certificateArn] = certificate;
  };
const stackIs =
  (status: string): Change =>
  (account) => {
    account.stacks["Mwamba-prod"] = { status, identities: ["example.com"] };
  };

test("a firewall and a budget that are no longer in stages.json give a warning with the command that removes them", async () => {
  account.stacks["Mwamba-prod-Firewall"] = { status: "CREATE_COMPLETE" };
  account.stacks["Mwamba-prod-Budget"] = { status: "CREATE_COMPLETE" };
  const { clear, warning } = await run();
  expect(clear).toBe(true);
  for (const name of ["Firewall", "Budget"])
    expect(warning.join("\n")).toContain(
      `aws cloudformation delete-stack --stack-name Mwamba-prod-${name} --region us-east-1`,
    );
  const enabled = await run({ ...prod, waf: true, monthlyBudget: 20 });
  expect(enabled.warning.join("\n")).not.toMatch(/Firewall|Budget/);
});

test.each<[string, Change, "cognito" | "ses"]>([
  ["SES is ready and the sender verified", () => {}, "ses"],
  ["the sender is not verified", (account) => (account.identities["example.com"] = unverified), "cognito"],
  ["SES does not know the sender", (account) => (account.identities = {}), "cognito"],
  ["the account is in the sandbox", (account) => (account.mail.ProductionAccessEnabled = false), "cognito"],
  ["sending is disabled", (account) => (account.mail.SendingEnabled = false), "cognito"],
])("when %s, emails to staff go through %s", async (_, change, service) => {
  change(account);
  expect(await staffMailOf(createAwsClients(prod.region), prod)).toBe(service);
  const template = synthesize(contextIn({ ...prod, staffMail: service }));
  const [pool] = resourcesOf<{ EmailConfiguration?: object }>(template, "AWS::Cognito::UserPool");
  expect(pool?.properties.EmailConfiguration).toEqual(
    service === "ses"
      ? expect.objectContaining({ EmailSendingAccount: "DEVELOPER", From: prod.mailFrom })
      : undefined,
  );
});

test("a failed firewall stack blocks a stage with a firewall", async () => {
  account.stacks["Mwamba-prod-Firewall"] = { status: "ROLLBACK_COMPLETE" };
  const { blocking } = await run({ ...prod, waf: true });
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
      "aws cloudformation delete-stack --stack-name Mwamba-prod",
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
    change(account);
    const { clear, blocking } = await run();
    expect(clear).toBe(false);
    expect(blocking).toEqual([expect.stringContaining(message)]);
    expect(blocking[0]).toContain(fix);
  });
});

describe("what does not work yet is a warning, and blocks nothing:", () => {
  test.each<[string, Change, message: string, fix: string]>([
    [
      "the sandbox",
      (account) => (account.mail.ProductionAccessEnabled = false),
      "in its sandbox",
      "Request production access",
    ],
    [
      "disabled sending",
      (account) => Object.assign(account.mail, { SendingEnabled: false, EnforcementStatus: "SHUTDOWN" }),
      "sends no mail",
      "Account dashboard",
    ],
    ["a review", (account) => (account.mail.EnforcementStatus = "PROBATION"), "under review", "Reputation"],
    [
      "ten functions at once",
      (account) => (account.concurrency = 10),
      "only 10 functions",
      "--quota-code L-B99A9384",
    ],
    [
      "a domain not verified",
      (account) => (account.identities = { "example.com": unverified }),
      "not verified",
      "abc._domainkey.example.com CNAME abc.dkim.amazonses.com",
    ],
    [
      "unsigned emails",
      (account) =>
        (account.identities = { "example.com": { ...unverified, VerifiedForSendingStatus: true } }),
      "not signed",
      "abc._domainkey",
    ],
    ["a failed last update", stackIs("UPDATE_ROLLBACK_COMPLETE"), "was rolled back", "describe-stack-events"],
    [
      "a sender that the stack will create",
      (account) =>
        Object.assign(account, { identities: {}, stacks: { CDKToolkit: account.stacks.CDKToolkit } }),
      "does not know example.com yet",
      "run preflight again",
    ],
    [
      "no permission for Lambda",
      (account) => (account.refused = { GetAccountSettings: "AccessDeniedException" }),
      "not checked",
      "lambda:GetAccountSettings",
    ],
    [
      "no permission for CloudFormation",
      (account) => (account.refused = { ListStackResources: "AccessDenied" }),
      "not checked",
      "cloudformation:ListStackResources",
    ],
  ])("%s", async (_, change, message, fix) => {
    change(account);
    const { clear, warning } = await run();
    expect(clear).toBe(true);
    const matching = warning.filter((line) => line.includes(message));
    expect(matching).toHaveLength(1);
    expect(matching[0]).toContain(fix);
  });
});

describe("preflight warns about what the mail domain's DNS lacks:", () => {
  const spf = { "bounces.example.com": ["v=spf1 include:amazonses.com ~all"] };
  const mx = { "bounces.example.com": "feedback-smtp.eu-west-1.amazonses.com" };
  const policy = { "_dmarc.example.com": ["v=DMARC1; p=none"] };
  const silent = { ...completeDns, resolveTxt: () => Promise.reject(new Error("queryTxt ETIMEOUT")) };
  const mailFrom = (MailFromDomainStatus?: string) => ({
    ...account.identities["example.com"],
    MailFromAttributes: MailFromDomainStatus && {
      MailFromDomain: "bounces.example.com",
      MailFromDomainStatus,
    },
  });

  test.each<[string, status: string | undefined, Dns, message: string, fix: string]>([
    [
      "an identity without a MAIL FROM domain",
      undefined,
      completeDns,
      "The next deployment",
      "bounces.example.com MX 10 feedback-smtp.eu-west-1",
    ],
    [
      "no records",
      "PENDING",
      completeDns,
      "lacks its MX and its SPF (TXT)",
      'TXT "v=spf1 include:amazonses.com ~all"',
    ],
    ["one record", "FAILED", dnsOf({ ...policy, ...spf }), "lacks its MX.", "MX 10"],
    [
      "both records, before SES checks them",
      "PENDING",
      dnsOf({ ...policy, ...spf }, mx),
      "within three days",
      "",
    ],
    ["no DMARC policy", "SUCCESS", dnsOf({}), "no DMARC policy", '_dmarc.example.com TXT "v=DMARC1; p=none"'],
    [
      "two DMARC policies",
      "SUCCESS",
      dnsOf({ "_dmarc.example.com": ["v=DMARC1; p=none", "v=DMARC1; p=reject"] }),
      "2 policies",
      "Keep one",
    ],
    [
      "a DNS that does not answer about the policy",
      "SUCCESS",
      silent,
      "DNS did not answer (queryTxt ETIMEOUT)",
      "_dmarc.example.com TXT",
    ],
  ])("%s", async (_, status, dns, message, fix) => {
    account.identities["example.com"] = mailFrom(status);
    const { clear, warning } = await run(prod, 5_000, dns);
    expect(clear).toBe(true);
    const others = warning.filter((line) => !line.includes("placeholders"));
    expect(others).toHaveLength(1);
    expect(others[0]).toContain(message);
    expect(others[0]).toContain(fix);
  });

  test("a DNS that does not answer at all", async () => {
    account.identities["example.com"] = mailFrom("PENDING");
    const { clear, warning } = await run(prod, 5_000, silent);
    expect(clear).toBe(true);
    expect(warning.filter((line) => line.includes("did not answer"))).toHaveLength(2);
    expect(warning.join()).toContain("bounces.example.com is not set up (PENDING)");
  });

  test("nothing when the parent domain has the policy, or SES only verifies the address", async () => {
    account.identities["mail.example.com"] = mailFrom("SUCCESS");
    const subdomain = await run({ ...prod, mailFrom: "no-reply@mail.example.com" });
    expect(subdomain.ok).toContainEqual(expect.stringContaining("DMARC of mail.example.com: v=DMARC1"));
    const { domain: _, certificateArn: __, ...addressOnly } = prod;
    const { warning } = await run({ ...addressOnly, name: "dev" }, 5_000, silent);
    expect(warning.join()).not.toMatch(/DMARC|[Bb]ounces/);
  });
});

test("a service that does not answer in time is a blocker", async () => {
  account.silent = ["GetAccount"];
  const { blocking } = await run(prod, 1_500);
  expect(blocking).toEqual([expect.stringMatching(/The mail service: AWS did not answer \(TimeoutError/)]);
});

test("without credentials, the only finding says how to sign in", async () => {
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"])
    vi.stubEnv(name, undefined);
  for (const name of ["AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"]) vi.stubEnv(name, "/nowhere");
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  const { blocking } = await run();
  expect(blocking).toEqual([expect.stringMatching(/no AWS credentials.*\n.*aws sso login/)]);
});

test("a wildcard certificate covers one label", async () => {
  certificateIs({ DomainName: "example.com", SubjectAlternativeNames: ["*.example.com"], Status: "ISSUED" })(
    account,
  );
  expect((await run()).clear).toBe(true);
  certificateIs({ DomainName: "*.com", Status: "ISSUED" })(account);
  expect((await run()).blocking[0]).toContain("not for www.example.com");
});

test.each<[string, Partial<NamedStage>, string]>([
  ["no sender", { mailFrom: undefined }, "no mailFrom"],
  ["no company", { companyEmail: undefined }, "no companyEmail"],
  ["a domain without a certificate", { certificateArn: undefined }, "needs a certificate"],
  ["placeholders", { allowPlaceholders: false }, "1 placeholders"],
])("preflight finds what stages.json lacks: %s", (_, change, message) => {
  const stage = { ...prod, ...change } as NamedStage;
  const blocking = checkSettings(stage, ["company.ts name: ?"]).filter(({ level }) => level === "blocker");
  expect(blocking).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })]);
});

test.each([prod, { name: "dev", region: "eu-west-1", mailFrom: "no-reply@example.com" }])(
  "preflight checks the sender that the stack creates: $name",
  (stage) => {
    const template = synthesize(contextIn(stage));
    const identities = resourcesOf<{ EmailIdentity: string }>(template, "AWS::SES::EmailIdentity");
    expect(identities.map(({ properties }) => properties.EmailIdentity)).toEqual([senderIdentityOf(stage)]);
  },
);
