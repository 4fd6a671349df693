import { paginateListStackResources } from "@aws-sdk/client-cloudformation";
import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException } from "@aws-sdk/client-sesv2";
import { stackOf } from "../../infra/stack-names.ts";
import { recordFor } from "../../shared/mail-domain.ts";
import { type NamedStage, senderIdentity } from "../deploy/stage-settings.ts";
import type { Aws } from "./aws.ts";
import { asking, blocks, type Finding, fine, warns } from "./findings.ts";
import { toEnter } from "./mail-domain.ts";
import { isDeployed, stackNamed } from "./stack-state.ts";

/** Whether the account may send at all, to whom, and how much. */
export const mailAccount = (aws: Aws, { region }: NamedStage): Promise<Finding[]> =>
  asking("The mail service", "ses:GetAccount", async () => {
    const account = await aws.ses.send(new GetAccountCommand({}));
    const { Max24HourSend: day = 0, MaxSendRate: rate = 0 } = account.SendQuota ?? {};
    const found: Finding[] = [];
    if (!account.SendingEnabled || account.EnforcementStatus === "SHUTDOWN")
      found.push(
        warns(
          `SES sends no mail from this account in ${region} (${account.EnforcementStatus ?? "sending disabled"}): emails wait, and in the end fail.`,
          "SES console → Account dashboard: answer what AWS asks there.",
        ),
      );
    else if (account.EnforcementStatus === "PROBATION")
      found.push(
        warns(
          "SES has put the account under review for bounces or complaints.",
          "SES console → Reputation metrics.",
        ),
      );
    if (!account.ProductionAccessEnabled)
      found.push(
        warns(
          `SES is in its sandbox: only addresses verified one by one get mail, ${day} a day, ${rate} a second. Clients would not be reminded.`,
          `SES console (${region}) → Get set up → Request production access; AWS answers within a day.`,
        ),
      );
    else found.push(fine(`SES sends ${day} emails a day and ${rate} a second, to anybody.`));
    return found;
  });

/** Whether SES knows the sender, and whether it is the stack that made it so. */
export const sender = (aws: Aws, stage: NamedStage): Promise<Finding[]> =>
  asking("The sender's identity", "ses:GetEmailIdentity and cloudformation:ListStackResources", async () => {
    const identity = senderIdentity(stage);
    if (identity === undefined) return [];
    const found = await identityNamed(aws, identity);
    const mine = await ownIdentities(aws, stackOf(stage));
    if (!found)
      return [
        warns(
          `SES does not know ${identity} yet; the stack makes it known, and no email leaves before it is verified.`,
          identity.includes("@")
            ? "After deploying, open the link that AWS mails to that address."
            : "After deploying, run preflight again: it names the records to enter at the domain's DNS.",
        ),
      ];
    if (!mine.includes(identity))
      return [
        blocks(
          `SES knows ${identity} already, but not from this stack, which makes its own and would fail.`,
          `Use another sender in stages.json for this stage, or: aws sesv2 delete-email-identity --email-identity ${identity} --region ${stage.region}`,
        ),
      ];
    if (!found.VerifiedForSendingStatus) return [unverified(identity, found.DkimAttributes?.Tokens ?? [])];
    if (!identity.includes("@") && found.DkimAttributes?.Status !== "SUCCESS")
      return [
        warns(
          `Emails from ${identity} are not signed (DKIM is ${found.DkimAttributes?.Status ?? "off"}), so they may end as spam.`,
          recordsOf(identity, found.DkimAttributes?.Tokens ?? []),
        ),
      ];
    return [fine(`SES sends as ${stage.mailFrom}.`)];
  });

/**
 * Through whom emails to staff can leave: SES, once the sender is verified and out of the sandbox. Before, Cognito
 * would refuse to be told of it, and with it the whole deployment.
 */
export async function staffMailOf(aws: Pick<Aws, "ses">, stage: NamedStage): Promise<"cognito" | "ses"> {
  const identity = senderIdentity(stage);
  if (identity === undefined) return "cognito";
  const [account, found] = await Promise.all([
    aws.ses.send(new GetAccountCommand({})),
    identityNamed(aws, identity),
  ]);
  const open = account.SendingEnabled && account.ProductionAccessEnabled && found?.VerifiedForSendingStatus;
  return open ? "ses" : "cognito";
}

const unverified = (identity: string, tokens: string[]): Finding =>
  warns(
    `${identity} is not verified, so no email leaves.`,
    identity.includes("@") ? "Open the link that AWS mailed to that address." : recordsOf(identity, tokens),
  );

const recordsOf = (domain: string, tokens: string[]) =>
  toEnter(tokens.map((token) => recordFor.dkim(domain, token)));

async function identityNamed({ ses }: Pick<Aws, "ses">, EmailIdentity: string) {
  try {
    return await ses.send(new GetEmailIdentityCommand({ EmailIdentity }));
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}

async function ownIdentities(aws: Aws, StackName: string): Promise<string[]> {
  if (!isDeployed(await stackNamed(aws, StackName))) return [];
  const own: string[] = [];
  const pages = paginateListStackResources({ client: aws.cloudformation }, { StackName });
  for await (const { StackResourceSummaries = [] } of pages)
    for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
      if (ResourceType === "AWS::SES::EmailIdentity" && PhysicalResourceId) own.push(PhysicalResourceId);
  return own;
}
