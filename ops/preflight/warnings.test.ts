import { describe, expect, test } from "vitest";
import {
  type Change,
  loopbackPreflight,
  runPreflight,
  stackIs,
  unverified,
} from "../../test/loopback/preflight.ts";

const running = loopbackPreflight();

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
    change(running.account);
    const { clear, warning } = await runPreflight();
    expect(clear).toBe(true);
    const matching = warning.filter((line) => line.includes(message));
    expect(matching).toHaveLength(1);
    expect(matching[0]).toContain(fix);
  });
});
