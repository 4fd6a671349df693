import { paginateListStackResources } from "@aws-sdk/client-cloudformation";
import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException } from "@aws-sdk/client-sesv2";
import { stackName } from "../../infra/stack-names.ts";
import { type NamedStage, senderIdentityOf } from "../../infra/stages.ts";
import { recordFor } from "../../shared/mail-domain.ts";
import type { Aws } from "./aws-clients.ts";
import { blocker, checkAws, type Finding, ok, warning } from "./findings.ts";
import { dnsInstructions } from "./mail-domain.ts";
import { findStack, isDeployed } from "./stack-state.ts";

/** Whether SES lets the account send, to which recipients, and how much. */
export const checkMailAccount = (aws: Aws, { region }: NamedStage): Promise<Finding[]> =>
  checkAws("The mail service", "ses:GetAccount", async () => {
    const account = await aws.ses.send(new GetAccountCommand({}));
    const { Max24HourSend: day = 0, MaxSendRate: rate = 0 } = account.SendQuota ?? {};
    const findings: Finding[] = [];
    if (!account.SendingEnabled || account.EnforcementStatus === "SHUTDOWN")
      findings.push(
        warning(
          `SES sends no mail from this account in ${region} (${account.EnforcementStatus ?? "sending disabled"}): emails wait, and fail in the end.`,
          "SES console → Account dashboard: answer AWS's questions.",
        ),
      );
    else if (account.EnforcementStatus === "PROBATION")
      findings.push(
        warning(
          "SES has put the account under review for bounces or complaints.",
          "SES console → Reputation metrics.",
        ),
      );
    if (!account.ProductionAccessEnabled)
      findings.push(
        warning(
          `SES is in its sandbox: only verified addresses get mail, ${day} a day, ${rate} a second. Clients get no reminders.`,
          `SES console (${region}) → Get set up → Request production access; AWS answers within a day.`,
        ),
      );
    else findings.push(ok(`SES sends ${day} emails a day and ${rate} a second, to any address.`));
    return findings;
  });

/** Whether SES has verified the sender, and whether its identity belongs to the stack. */
export const checkSender = (aws: Aws, stage: NamedStage): Promise<Finding[]> =>
  checkAws(
    "The sender's identity",
    "ses:GetEmailIdentity and cloudformation:ListStackResources",
    async () => {
      const identity = senderIdentityOf(stage);
      if (identity === undefined) return [];
      const verified = await findIdentity(aws, identity);
      const ownIdentities = await stackIdentities(aws, stackName(stage));
      if (!verified)
        return warning(
          `SES does not know ${identity} yet. The stack adds it; no email goes out until it is verified.`,
          identity.includes("@")
            ? "After deploying, open the link that AWS mails to that address."
            : "After deploying, run preflight again: it lists the records for the domain's DNS.",
        );
      if (!ownIdentities.includes(identity))
        return blocker(
          `SES already knows ${identity}, but not from this stack, which would fail to create it.`,
          `Use another sender in stages.json for this stage, or: aws sesv2 delete-email-identity --email-identity ${identity} --region ${stage.region}`,
        );
      if (!verified.VerifiedForSendingStatus)
        return unverified(identity, verified.DkimAttributes?.Tokens ?? []);
      if (!identity.includes("@") && verified.DkimAttributes?.Status !== "SUCCESS")
        return warning(
          `Emails from ${identity} are not signed (DKIM is ${verified.DkimAttributes?.Status ?? "off"}), so they can end up as spam.`,
          recordsOf(identity, verified.DkimAttributes?.Tokens ?? []),
        );
      return ok(`SES sends as ${stage.mailFrom}.`);
    },
  );

/** Whether emails to staff go out by SES, and whether they could. Cognito tests SES during the deployment. */
export const checkStaffMail = (aws: Pick<Aws, "ses">, stage: NamedStage): Promise<Finding[]> =>
  checkAws("The emails to staff", "ses:GetAccount and ses:GetEmailIdentity", async () => {
    const identity = senderIdentityOf(stage);
    const [account, verified] = await Promise.all([
      aws.ses.send(new GetAccountCommand({})),
      identity === undefined ? undefined : findIdentity(aws, identity),
    ]);
    const isReady =
      account.SendingEnabled && account.ProductionAccessEnabled && verified?.VerifiedForSendingStatus;
    if (stage.staffMail === "ses")
      return isReady
        ? ok("SES sends invitations and codes to staff.")
        : blocker(
            "SES is in its sandbox or has not verified the sender, so Cognito would refuse it and the deployment would fail.",
            `Remove "staffMail": "ses" from stages.json until then: Cognito sends at most 50 emails a day.`,
          );
    const who = "Cognito sends invitations and codes to staff, at most 50 a day";
    return ok(isReady ? `${who}. SES could: add "staffMail": "ses" to stages.json.` : `${who}.`);
  });

const unverified = (identity: string, tokens: string[]): Finding =>
  warning(
    `${identity} is not verified, so no email goes out.`,
    identity.includes("@") ? "Open the link that AWS mailed to that address." : recordsOf(identity, tokens),
  );

const recordsOf = (domain: string, tokens: string[]) =>
  dnsInstructions(tokens.map((token) => recordFor.dkim(domain, token)));

async function findIdentity({ ses }: Pick<Aws, "ses">, EmailIdentity: string) {
  try {
    return await ses.send(new GetEmailIdentityCommand({ EmailIdentity }));
  } catch (error) {
    if (error instanceof NotFoundException) return undefined;
    throw error;
  }
}

async function stackIdentities(aws: Aws, StackName: string): Promise<string[]> {
  if (!isDeployed(await findStack(aws, StackName))) return [];
  const identities: string[] = [];
  const pages = paginateListStackResources({ client: aws.cloudformation }, { StackName });
  for await (const { StackResourceSummaries = [] } of pages)
    for (const { ResourceType, PhysicalResourceId } of StackResourceSummaries)
      if (ResourceType === "AWS::SES::EmailIdentity" && PhysicalResourceId)
        identities.push(PhysicalResourceId);
  return identities;
}
