import { describe, expect, test } from "vitest";
import { synthesize } from "../../infra/checks/synthesize.ts";
import { resourcesOf } from "../../infra/checks/template.ts";
import { senderIdentityOf } from "../../infra/stages.ts";
import type { Dns } from "../../shared/mail-domain.ts";
import { omit } from "../../shared/omit.ts";
import {
  type Change,
  completeDns,
  dnsOf,
  loopbackPreflight,
  prod,
  runPreflight,
  unverified,
} from "../../test/loopback/preflight.ts";
import { createAwsClients } from "./aws-clients.ts";
import { checkStaffMail } from "./mail.ts";

const running = loopbackPreflight();

const ready = "SES sends invitations and codes to staff.";
const refused = "Cognito would refuse it and the deployment would fail";
test.each<[string, Change, string]>([
  ["SES is ready and the sender verified", () => {}, ready],
  ["the sender is not verified", (account) => (account.identities["example.com"] = unverified), refused],
  ["SES does not know the sender", (account) => (account.identities = {}), refused],
  ["the account is in the sandbox", (account) => (account.mail.ProductionAccessEnabled = false), refused],
  ["sending is disabled", (account) => (account.mail.SendingEnabled = false), refused],
])("a stage whose emails to staff go out by SES, when %s", async (_, change, sentence) => {
  change(running.account);
  const [finding] = await checkStaffMail(createAwsClients(prod.region), { ...prod, staffMail: "ses" });
  expect(finding).toMatchObject({
    level: sentence === ready ? "ok" : "blocker",
    message: expect.stringContaining(sentence),
  });
});

test("a stage is told once SES could send its emails to staff", async () => {
  const aws = createAwsClients(prod.region);
  const add = `SES could: add "staffMail": "ses" to stages.json.`;
  const [first] = await checkStaffMail(aws, prod);
  expect(first).toEqual({ level: "ok", message: expect.stringContaining(add) });
  running.account.mail.ProductionAccessEnabled = false;
  const [sandboxed] = await checkStaffMail(aws, prod);
  expect(sandboxed).toEqual({ level: "ok", message: expect.not.stringContaining(add) });
});

test.each(["ses", "cognito", undefined] as const)(
  "the template says who sends emails to staff: %s",
  (staffMail) => {
    const template = synthesize({ ...prod, ...(staffMail && { staffMail }) });
    const [pool] = resourcesOf<{ EmailConfiguration?: object }>(template, "AWS::Cognito::UserPool");
    // Explicitly, as CloudFormation would not go back from SES to Cognito for a property that disappears.
    expect(pool?.properties.EmailConfiguration).toEqual(
      staffMail === "ses"
        ? expect.objectContaining({ EmailSendingAccount: "DEVELOPER", From: prod.mailFrom })
        : { EmailSendingAccount: "COGNITO_DEFAULT" },
    );
  },
);

test.each([prod, { name: "dev", region: "eu-west-1", mailFrom: "no-reply@example.com" }])(
  "preflight checks the sender that the stack creates: $name",
  (stage) => {
    const identities = resourcesOf<{ EmailIdentity: string }>(synthesize(stage), "AWS::SES::EmailIdentity");
    expect(identities.map(({ properties }) => properties.EmailIdentity)).toEqual([senderIdentityOf(stage)]);
  },
);

describe("preflight warns about what the mail domain's DNS lacks:", () => {
  const spf = { "bounces.example.com": ["v=spf1 include:amazonses.com ~all"] };
  const mx = { "bounces.example.com": "feedback-smtp.eu-west-1.amazonses.com" };
  const policy = { "_dmarc.example.com": ["v=DMARC1; p=none"] };
  const silent = { ...completeDns, resolveTxt: () => Promise.reject(new Error("queryTxt ETIMEOUT")) };
  const mailFrom = (MailFromDomainStatus?: string) => ({
    ...running.account.identities["example.com"],
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
    running.account.identities["example.com"] = mailFrom(status);
    const { clear, warning } = await runPreflight(prod, 5_000, dns);
    expect(clear).toBe(true);
    const otherWarnings = warning.filter((line) => !line.includes("placeholders"));
    expect(otherWarnings).toHaveLength(1);
    expect(otherWarnings[0]).toContain(message);
    expect(otherWarnings[0]).toContain(fix);
  });

  test("a DNS that does not answer at all", async () => {
    running.account.identities["example.com"] = mailFrom("PENDING");
    const { clear, warning } = await runPreflight(prod, 5_000, silent);
    expect(clear).toBe(true);
    expect(warning.filter((line) => line.includes("did not answer"))).toHaveLength(2);
    expect(warning.join()).toContain("bounces.example.com is not set up (PENDING)");
  });

  test("nothing when the parent domain has the policy, or SES only verifies the address", async () => {
    running.account.identities["mail.example.com"] = mailFrom("SUCCESS");
    const subdomain = await runPreflight({ ...prod, mailFrom: "no-reply@mail.example.com" });
    expect(subdomain.ok).toContainEqual(expect.stringContaining("DMARC of mail.example.com: v=DMARC1"));
    const addressOnly = omit(prod, "domain", "certificateArn");
    const { warning } = await runPreflight({ ...addressOnly, name: "dev" }, 5_000, silent);
    expect(warning.join()).not.toMatch(/DMARC|[Bb]ounces/);
  });
});
