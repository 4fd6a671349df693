import { GetCallerIdentityCommand } from "@aws-sdk/client-sts";
import { EDGE_REGION, type NamedStage } from "../../infra/stages.ts";
import { checkAccount, checkBootstrap, checkConcurrency } from "./account.ts";
import { createAwsClients } from "./aws-clients.ts";
import { checkCertificate } from "./certificate.ts";
import { checkSettings } from "./check-settings.ts";
import { credentialsFinding, type Finding, ok } from "./findings.ts";
import { checkReleases } from "./kept-releases.ts";
import { checkMailAccount, checkSender, checkStaffMail } from "./mail.ts";
import { checkMailFrom, createDns, preflightDmarc } from "./mail-domain.ts";
import { checkMpesa } from "./mpesa.ts";
import { checkSideStacks, checkStack } from "./stack-state.ts";

export type Preflight = { account: string | undefined; findings: Finding[]; clear: boolean };

/** Checks everything that a stage's deployment needs. Changes nothing. */
export async function preflight(
  stage: NamedStage,
  aws = createAwsClients(stage.region),
  dns = createDns(),
): Promise<Preflight> {
  const findings = checkSettings(stage);
  const account = await aws.sts.send(new GetCallerIdentityCommand({})).then(
    ({ Account = "", Arn }) => {
      findings.push(ok(`This shell uses ${Arn}.`), checkAccount(Account, stage));
      return Account;
    },
    (error: unknown) => void findings.push(credentialsFinding(error)),
  );
  if (account) {
    const edge = createAwsClients(EDGE_REGION);
    const accountFindings = await Promise.all([
      checkBootstrap(aws, account, stage.region),
      stage.waf || stage.monthlyBudget ? checkBootstrap(edge, account, EDGE_REGION) : [],
      stage.vault ? checkBootstrap(createAwsClients(stage.vault.region), account, stage.vault.region) : [],
      checkStack(aws, stage),
      checkSideStacks(edge, stage),
      checkCertificate(aws, stage),
      checkConcurrency(aws, stage),
      checkMailAccount(aws, stage),
      checkSender(aws, stage),
      checkStaffMail(aws, stage),
      checkReleases(stage, account),
      checkMpesa(aws, stage),
      checkMailFrom(aws, stage, dns),
      preflightDmarc(stage, dns),
    ]);
    findings.push(...accountFindings.flat());
  }
  return {
    account: account ?? undefined,
    findings,
    clear: findings.every(({ level }) => level !== "blocker"),
  };
}
