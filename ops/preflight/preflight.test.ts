import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { synthesize } from "../../infra/checks/synthesize.ts";
import { all } from "../../infra/checks/template.ts";
import type { Dns } from "../../shared/mail-domain.ts";
import { startLoopbackAws } from "../deploy/loopback-aws.ts";
import { preparedAccount, type World } from "../deploy/loopback-world.ts";
import { contextOf, type FoundStage, type NamedStage, senderIdentity } from "../deploy/stage-settings.ts";
import { openAws } from "./aws.ts";
import { complete } from "./complete.ts";
import { lineOf } from "./findings.ts";
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

const wellPrepared = (): World => {
  const world = preparedAccount();
  world.stacks["Mwamba-prod"] = { status: "UPDATE_COMPLETE", identities: ["example.com"] };
  world.identities["example.com"] = {
    VerifiedForSendingStatus: true,
    DkimAttributes: { Status: "SUCCESS", Tokens: ["a"] },
    MailFromAttributes: { MailFromDomain: "bounces.example.com", MailFromDomainStatus: "SUCCESS" },
  };
  world.certificates[certificateArn] = { DomainName: "www.example.com", Status: "ISSUED" };
  return world;
};

const noRecord = () => Promise.reject(Object.assign(new Error("none"), { code: "ENOTFOUND" }));
/** The DNS, which knows these texts and exchanges alone. */
const dnsOf = (texts: Record<string, string[]>, exchanges: Record<string, string> = {}): Dns => ({
  resolveTxt: (name: string) =>
    texts[name] ? Promise.resolve(texts[name].map((text) => [text])) : noRecord(),
  resolveMx: (name: string) =>
    exchanges[name] ? Promise.resolve([{ exchange: exchanges[name] }]) : noRecord(),
  resolveCname: noRecord,
});
const wellKnown = dnsOf({ "_dmarc.example.com": ["v=DMARC1; p=none"], "example.com": ["v=spf1 -all"] });

let world: World;
let stop = () => {};
beforeEach(async () => {
  world = wellPrepared();
  const aws = await startLoopbackAws(world);
  stop = aws.close;
  vi.stubEnv("AWS_ENDPOINT_URL", aws.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "example");
});
afterEach(() => {
  vi.unstubAllEnvs();
  stop();
});

const look = async (stage = prod, patience = 5_000, dns = wellKnown) => {
  const { findings, clear } = await preflight(stage, openAws(stage.region, patience), dns);
  return {
    clear,
    blocking: findings.filter(({ level }) => level === "blocks").map(lineOf),
    warning: findings.filter(({ level }) => level === "warns").map(lineOf),
    fine: findings.filter(({ level }) => level === "fine").map(lineOf),
  };
};

test("an account that is well prepared is clear, with nothing to warn of but what was allowed", async () => {
  const { clear, blocking, warning, fine } = await look();
  expect(blocking).toEqual([]);
  expect(warning.filter((line) => !line.includes("sample facts"))).toEqual([]);
  expect(fine).toHaveLength(10);
  expect(clear).toBe(true);
});

const contextIn = (stage: FoundStage) =>
  Object.fromEntries(
    contextOf(stage)
      .filter((part) => part !== "-c")
      .map((pair) => pair.split("=") as [string, string]),
  );

type Change = (world: World) => void;
const unverified = {
  VerifiedForSendingStatus: false,
  DkimAttributes: { Status: "PENDING", Tokens: ["abc"] },
};
const certificateIs =
  (certificate: object): Change =>
  (now) => {
    now.certificates[certificateArn] = certificate;
  };
const stackIs =
  (status: string): Change =>
  (now) => {
    now.stacks["Mwamba-prod"] = { status, identities: ["example.com"] };
  };

test("a firewall and a budget that stages.json no longer asks for are named, with what removes them", async () => {
  world.stacks["Mwamba-prod-Firewall"] = { status: "CREATE_COMPLETE" };
  world.stacks["Mwamba-prod-Budget"] = { status: "CREATE_COMPLETE" };
  const { clear, warning } = await look();
  expect(clear).toBe(true);
  for (const name of ["Firewall", "Budget"])
    expect(warning.join("\n")).toContain(
      `aws cloudformation delete-stack --stack-name Mwamba-prod-${name} --region us-east-1`,
    );
  const wanted = await look({ ...prod, waf: true, monthlyBudget: 20 });
  expect(wanted.warning.join("\n")).not.toMatch(/Firewall|Budget/);
});

test.each<[string, Change, "cognito" | "ses"]>([
  ["SES mails to anybody from a verified sender", () => {}, "ses"],
  ["the sender is not verified", (now) => (now.identities["example.com"] = unverified), "cognito"],
  ["nobody has made the sender known", (now) => (now.identities = {}), "cognito"],
  ["the account is in the sandbox", (now) => (now.mail.ProductionAccessEnabled = false), "cognito"],
  ["the account may not send", (now) => (now.mail.SendingEnabled = false), "cognito"],
])("where %s, emails to staff leave through %s", async (_, change, through) => {
  change(world);
  expect(await staffMailOf(openAws(prod.region), prod)).toBe(through);
  const template = synthesize(contextIn({ ...prod, staffMail: through }));
  const [pool] = all<{ EmailConfiguration?: object }>(template, "AWS::Cognito::UserPool");
  expect(pool?.properties.EmailConfiguration).toEqual(
    through === "ses"
      ? expect.objectContaining({ EmailSendingAccount: "DEVELOPER", From: prod.mailFrom })
      : undefined,
  );
});

test("a firewall that was never wholly made stops the deployment that needs it", async () => {
  world.stacks["Mwamba-prod-Firewall"] = { status: "ROLLBACK_COMPLETE" };
  const { blocking } = await look({ ...prod, waf: true });
  expect(blocking).toEqual([
    expect.stringMatching(/Mwamba-prod-Firewall is in the state ROLLBACK_COMPLETE.*\n.*--region us-east-1/),
  ]);
});

describe("what would make a deployment fail stops it, with what to do:", () => {
  test.each<[string, Change, says: string, mend: string]>([
    [
      "no bootstrap",
      (now) => delete now.stacks.CDKToolkit,
      "never prepared",
      "npx cdk bootstrap aws://111122223333/eu-west-1",
    ],
    [
      "an old bootstrap",
      (now) => (now.stacks.CDKToolkit = { status: "CREATE_COMPLETE", outputs: { BootstrapVersion: "5" } }),
      "of version 5",
      "npx cdk bootstrap",
    ],
    ["another account", (now) => (now.account = "999988887777"), "belongs to 111122223333", "AWS_PROFILE"],
    [
      "no certificate",
      (now) => (now.certificates = {}),
      "no certificate",
      "aws acm request-certificate --region us-east-1",
    ],
    [
      "a certificate of another name",
      certificateIs({ DomainName: "example.com", Status: "ISSUED" }),
      "not for www.example.com",
      "request-certificate",
    ],
    [
      "a certificate not proven",
      certificateIs({
        DomainName: "*.example.com",
        Status: "PENDING_VALIDATION",
        DomainValidationOptions: [
          { DomainName: "x", ResourceRecord: { Name: "_1.example.com.", Type: "CNAME", Value: "_2.acm." } },
        ],
      }),
      "waits for the proof",
      "_1.example.com. CNAME _2.acm.",
    ],
    [
      "an expired certificate",
      certificateIs({ DomainName: "www.example.com", Status: "EXPIRED" }),
      "EXPIRED",
      "request-certificate",
    ],
    [
      "a stack never made",
      stackIs("ROLLBACK_COMPLETE"),
      "ROLLBACK_COMPLETE",
      "aws cloudformation delete-stack --stack-name Mwamba-prod",
    ],
    [
      "a stuck way back",
      stackIs("UPDATE_ROLLBACK_FAILED"),
      "stuck",
      "aws cloudformation continue-update-rollback --stack-name Mwamba-prod",
    ],
    ["an update under way", stackIs("UPDATE_IN_PROGRESS"), "at this moment", "aws cloudformation wait"],
    [
      "a sender made by hand",
      (now) => (now.stacks["Mwamba-prod"] = { status: "CREATE_COMPLETE" }),
      "not from this stack",
      "aws sesv2 delete-email-identity --email-identity example.com",
    ],
    [
      "a sender made by hand before the first time",
      (now) => delete now.stacks["Mwamba-prod"],
      "not from this stack",
      "delete-email-identity",
    ],
    [
      "old credentials",
      (now) => (now.refused = { GetCallerIdentity: "ExpiredToken" }),
      "have expired",
      "aws sso login",
    ],
    [
      "unknown credentials",
      (now) => (now.refused = { GetCallerIdentity: "InvalidClientTokenId" }),
      "does not know",
      "AWS_ACCESS_KEY_ID",
    ],
    [
      "a refused question who one is",
      (now) => (now.refused = { GetCallerIdentity: "AccessDenied" }),
      "refuses to say",
      "sts:GetCallerIdentity",
    ],
  ])("%s", async (_, change, says, mend) => {
    change(world);
    const { clear, blocking } = await look();
    expect(clear).toBe(false);
    expect(blocking).toEqual([expect.stringContaining(says)]);
    expect(blocking[0]).toContain(mend);
  });
});

describe("what does not work yet is said, and stops nothing:", () => {
  test.each<[string, Change, says: string, mend: string]>([
    [
      "the sandbox",
      (now) => (now.mail.ProductionAccessEnabled = false),
      "in its sandbox",
      "Request production access",
    ],
    [
      "sending switched off",
      (now) => Object.assign(now.mail, { SendingEnabled: false, EnforcementStatus: "SHUTDOWN" }),
      "sends no mail",
      "Account dashboard",
    ],
    ["a review", (now) => (now.mail.EnforcementStatus = "PROBATION"), "under review", "Reputation"],
    [
      "ten functions at once",
      (now) => (now.concurrency = 10),
      "only 10 functions",
      "--quota-code L-B99A9384",
    ],
    [
      "a domain not verified",
      (now) => (now.identities = { "example.com": unverified }),
      "not verified",
      "abc._domainkey.example.com CNAME abc.dkim.amazonses.com",
    ],
    [
      "emails not signed",
      (now) => (now.identities = { "example.com": { ...unverified, VerifiedForSendingStatus: true } }),
      "not signed",
      "abc._domainkey",
    ],
    ["a failed last update", stackIs("UPDATE_ROLLBACK_COMPLETE"), "taken back", "describe-stack-events"],
    [
      "a sender that the stack will make",
      (now) => Object.assign(now, { identities: {}, stacks: { CDKToolkit: now.stacks.CDKToolkit } }),
      "does not know example.com yet",
      "run preflight again",
    ],
    [
      "what may not be asked of Lambda",
      (now) => (now.refused = { GetAccountSettings: "AccessDeniedException" }),
      "not looked at",
      "lambda:GetAccountSettings",
    ],
    [
      "what may not be asked of CloudFormation",
      (now) => (now.refused = { ListStackResources: "AccessDenied" }),
      "not looked at",
      "cloudformation:ListStackResources",
    ],
  ])("%s", async (_, change, says, mend) => {
    change(world);
    const { clear, warning } = await look();
    expect(clear).toBe(true);
    const about = warning.filter((line) => line.includes(says));
    expect(about).toHaveLength(1);
    expect(about[0]).toContain(mend);
  });
});

describe("of the mail domain is said what its DNS lacks:", () => {
  const spf = { "bounces.example.com": ["v=spf1 include:amazonses.com ~all"] };
  const mx = { "bounces.example.com": "feedback-smtp.eu-west-1.amazonses.com" };
  const policy = { "_dmarc.example.com": ["v=DMARC1; p=none"] };
  const silent = { ...wellKnown, resolveTxt: () => Promise.reject(new Error("queryTxt ETIMEOUT")) };
  const mailFrom = (MailFromDomainStatus?: string) => ({
    ...world.identities["example.com"],
    MailFromAttributes: MailFromDomainStatus && {
      MailFromDomain: "bounces.example.com",
      MailFromDomainStatus,
    },
  });

  test.each<[string, status: string | undefined, Dns, says: string, mend: string]>([
    [
      "a stack from before",
      undefined,
      wellKnown,
      "the next deployment",
      "bounces.example.com MX 10 feedback-smtp.eu-west-1",
    ],
    [
      "no record yet",
      "PENDING",
      wellKnown,
      "lacks its MX and its SPF (TXT)",
      'TXT "v=spf1 include:amazonses.com ~all"',
    ],
    ["one record", "FAILED", dnsOf({ ...policy, ...spf }), "lacks its MX.", "MX 10"],
    ["both, not seen by SES yet", "PENDING", dnsOf({ ...policy, ...spf }, mx), "within three days", ""],
    ["no policy", "SUCCESS", dnsOf({}), "no DMARC policy", '_dmarc.example.com TXT "v=DMARC1; p=none"'],
    [
      "two policies",
      "SUCCESS",
      dnsOf({ "_dmarc.example.com": ["v=DMARC1; p=none", "v=DMARC1; p=reject"] }),
      "2 policies",
      "Leave one",
    ],
    [
      "no answer about the policy",
      "SUCCESS",
      silent,
      "DNS could not be asked (queryTxt ETIMEOUT)",
      "_dmarc.example.com TXT",
    ],
  ])("%s", async (_, status, dns, says, mend) => {
    world.identities["example.com"] = mailFrom(status);
    const { clear, warning } = await look(prod, 5_000, dns);
    expect(clear).toBe(true);
    const about = warning.filter((line) => !line.includes("sample facts"));
    expect(about).toHaveLength(1);
    expect(about[0]).toContain(says);
    expect(about[0]).toContain(mend);
  });

  test("no answer at all, for each of them", async () => {
    world.identities["example.com"] = mailFrom("PENDING");
    const { clear, warning } = await look(prod, 5_000, silent);
    expect(clear).toBe(true);
    expect(warning.filter((line) => line.includes("could not be asked"))).toHaveLength(2);
    expect(warning.join()).toContain("bounces.example.com is not set up (PENDING)");
  });

  test("nothing, where a domain above has the policy, or emails come from a single address", async () => {
    world.identities["mail.example.com"] = mailFrom("SUCCESS");
    const below = await look({ ...prod, mailFrom: "no-reply@mail.example.com" });
    expect(below.fine).toContainEqual(expect.stringContaining("DMARC of mail.example.com: v=DMARC1"));
    const { domain: _, certificateArn: __, ...alone } = prod;
    const { warning } = await look({ ...alone, name: "dev" }, 5_000, silent);
    expect(warning.join()).not.toMatch(/DMARC|[Bb]ounces/);
  });
});

test("a service that does not answer stops, within its time", async () => {
  world.silent = ["GetAccount"];
  const { blocking } = await look(prod, 1_500);
  expect(blocking).toEqual([
    expect.stringMatching(/The mail service: AWS could not be asked \(TimeoutError/),
  ]);
});

test("a shell without credentials is told how to sign in, and nothing else is asked", async () => {
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"])
    vi.stubEnv(name, undefined);
  for (const name of ["AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"]) vi.stubEnv(name, "/nowhere");
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  const { blocking } = await look();
  expect(blocking).toEqual([expect.stringMatching(/no AWS credentials.*\n.*aws sso login/)]);
});

test("a star in a certificate's name stands for one label", async () => {
  certificateIs({ DomainName: "example.com", SubjectAlternativeNames: ["*.example.com"], Status: "ISSUED" })(
    world,
  );
  expect((await look()).clear).toBe(true);
  certificateIs({ DomainName: "*.com", Status: "ISSUED" })(world);
  expect((await look()).blocking[0]).toContain("not for www.example.com");
});

test.each<[string, Partial<NamedStage>, string]>([
  ["no sender", { mailFrom: undefined }, "no mailFrom"],
  ["no company", { companyEmail: undefined }, "no companyEmail"],
  ["a domain alone", { certificateArn: undefined }, "go together"],
  ["sample facts", { allowPlaceholders: false }, "1 sample facts"],
])("stages.json is asked for what it lacks: %s", (_, change, says) => {
  const stage = { ...prod, ...change } as NamedStage;
  const blocking = complete(stage, ["company.ts name: ?"]).filter(({ level }) => level === "blocks");
  expect(blocking).toEqual([expect.objectContaining({ says: expect.stringContaining(says) })]);
});

test.each([prod, { name: "dev", region: "eu-west-1", mailFrom: "no-reply@example.com" }])(
  "the sender that is looked for is the one the stack makes: $name",
  (stage) => {
    const template = synthesize(contextIn(stage));
    const identities = all<{ EmailIdentity: string }>(template, "AWS::SES::EmailIdentity");
    expect(identities.map(({ properties }) => properties.EmailIdentity)).toEqual([senderIdentity(stage)]);
  },
);
