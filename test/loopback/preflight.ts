import { afterEach, beforeEach, vi } from "vitest";
import type { NamedStage } from "../../infra/stages.ts";
import { createAwsClients } from "../../ops/preflight/aws-clients.ts";
import { formatFinding } from "../../ops/preflight/findings.ts";
import { preflight } from "../../ops/preflight/preflight.ts";
import type { Dns } from "../../shared/mail-domain.ts";
import { type LoopbackAccount, preparedAccount } from "./account.ts";
import { startLoopbackAws } from "./aws.ts";

export const certificateArn =
  "arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000";
export const prod: NamedStage = {
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
export const dnsOf = (texts: Record<string, string[]>, exchanges: Record<string, string> = {}): Dns => ({
  resolveTxt: (name: string) =>
    texts[name] ? Promise.resolve(texts[name].map((text) => [text])) : noRecord(),
  resolveMx: (name: string) =>
    exchanges[name] ? Promise.resolve([{ exchange: exchanges[name] }]) : noRecord(),
  resolveCname: noRecord,
});
export const completeDns = dnsOf({
  "_dmarc.example.com": ["v=DMARC1; p=none"],
  "example.com": ["v=spf1 -all"],
});

/** For each test of the file, an account in which everything is deployed. */
export function loopbackPreflight() {
  const running = {} as { account: LoopbackAccount };
  let stop = () => {};
  beforeEach(async () => {
    running.account = deployedAccount();
    const aws = await startLoopbackAws(running.account);
    stop = aws.close;
    vi.stubEnv("AWS_ENDPOINT_URL", aws.url);
    vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", "example");
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    stop();
  });
  return running;
}

export async function runPreflight(stage = prod, timeoutMs = 5_000, dns = completeDns) {
  const { findings, clear } = await preflight(stage, createAwsClients(stage.region, timeoutMs), dns);
  return {
    clear,
    blocking: findings.filter(({ level }) => level === "blocker").map(formatFinding),
    warning: findings.filter(({ level }) => level === "warning").map(formatFinding),
    ok: findings.filter(({ level }) => level === "ok").map(formatFinding),
  };
}

/** Makes the account differ from the complete one. */
export type Change = (account: LoopbackAccount) => void;
export const unverified = {
  VerifiedForSendingStatus: false,
  DkimAttributes: { Status: "PENDING", Tokens: ["abc"] },
};
export const certificateIs =
  (certificate: object): Change =>
  (account) => {
    account.certificates[certificateArn] = certificate;
  };
export const stackIs =
  (status: string): Change =>
  (account) => {
    account.stacks["Mwamba-prod"] = { status, identities: ["example.com"] };
  };
