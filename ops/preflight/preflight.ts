import { GetCallerIdentityCommand } from "@aws-sdk/client-sts";
import { edgeRegion, type NamedStage } from "../deploy/stage-settings.ts";
import { bootstrap, concurrency, rightAccount } from "./account.ts";
import { openAws } from "./aws.ts";
import { certificate } from "./certificate.ts";
import { complete } from "./complete.ts";
import { type Finding, fine, withoutIdentity } from "./findings.ts";
import { mailAccount, sender } from "./mail.ts";
import { bounces, dmarc, openDns } from "./mail-domain.ts";
import { stackState, stacksBeside } from "./stack-state.ts";

export type Preflight = { account: string | undefined; findings: Finding[]; clear: boolean };

/** Everything that must stand before a stage is deployed, found at once and changed by nothing. */
export async function preflight(
  stage: NamedStage,
  aws = openAws(stage.region),
  dns = openDns(),
): Promise<Preflight> {
  const findings = complete(stage);
  const account = await aws.sts.send(new GetCallerIdentityCommand({})).then(
    ({ Account = "", Arn }) => {
      findings.push(fine(`This shell is ${Arn}.`), ...rightAccount(Account, stage));
      return Account;
    },
    (error: unknown) => void findings.push(withoutIdentity(error)),
  );
  if (account) {
    const edge = openAws(edgeRegion);
    const asked = await Promise.all([
      bootstrap(aws, account, stage.region),
      stage.waf || stage.monthlyBudget ? bootstrap(edge, account, edgeRegion) : [],
      stackState(aws, stage),
      stacksBeside(edge, stage),
      certificate(aws, stage),
      concurrency(aws, stage),
      mailAccount(aws, stage),
      sender(aws, stage),
      bounces(aws, stage, dns),
      dmarc(stage, dns),
    ]);
    findings.push(...asked.flat());
  }
  return {
    account: account ?? undefined,
    findings,
    clear: findings.every(({ level }) => level !== "blocks"),
  };
}
