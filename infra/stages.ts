import type { App } from "aws-cdk-lib";
import type { RetentionDays } from "aws-cdk-lib/aws-logs";

export type Stage = {
  /** `prod` is what customers see; any other is for trying things out. */
  name: string;
  /** The address emails come from. With a name of its own a stage has SES verify its domain, else itself alone. */
  mailFrom: string;
  /** Where contact messages go until an address is entered in the settings. */
  companyEmail: string;
  /** Through whom emails to staff leave: Cognito itself, at most 50 a day, until SES mails to anybody for us. */
  staffMail: "cognito" | "ses";
  /** Who is told of alarms, besides those who subscribe to the topic themselves. */
  alarmEmail?: string;
  /** The site's own name, with its certificate (in us-east-1, as CloudFront wants it). */
  domain?: { name: string; certificateArn: string };
  /** Whether a firewall of the stage's own is among the stacks; `webAclArn` is what then stands before the site. */
  firewall: boolean;
  /** The web ACL before the site (in us-east-1, as CloudFront wants it). */
  webAclArn?: string;
  /** What the account's month may cost, and who is told when that is nearly spent. */
  budget?: { dollars: number; email: string };
  /** In days. */
  logRetention: RetentionDays;
};

/** A part of the names of stacks, some of which go on after it with a hyphen. */
export const stageName = /^[a-z][a-z0-9]{0,19}$/;
export const badStageName = (name: string) =>
  `“${name}” is no name for a stage: take up to 20 small letters and digits, a letter first.`;

const webAcl = /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\//;

/**
 * The stage as chosen on the command line: `-c stage=prod -c domain=… -c certificateArn=… -c mailFrom=…
 * -c companyEmail=… -c alarmEmail=… -c waf=true -c webAclArn=… -c monthlyBudget=20`.
 */
export function stageOf(app: App): Stage {
  const context = (name: string): string | undefined => app.node.tryGetContext(name);
  const name = context("stage") ?? "dev";
  if (!stageName.test(name)) throw new Error(badStageName(name));

  const domain = context("domain");
  const certificateArn = context("certificateArn");
  if (Boolean(domain) !== Boolean(certificateArn)) {
    throw new Error("A domain needs its certificate: give both -c domain=… and -c certificateArn=…");
  }
  // Mail is written to the company's domain, not to its site's name.
  const mailDomain = domain?.replace(/^www\./, "") ?? "mwamba.example";
  const alarmEmail = context("alarmEmail");
  const webAclArn = context("webAclArn");
  if (webAclArn && !webAcl.test(webAclArn)) {
    throw new Error(`${webAclArn} is no web ACL for CloudFront, which takes those of us-east-1 alone.`);
  }
  return {
    name,
    mailFrom: context("mailFrom") ?? `no-reply@${mailDomain}`,
    companyEmail: context("companyEmail") ?? `hello@${mailDomain}`,
    ...(alarmEmail && { alarmEmail }),
    ...(domain && certificateArn && { domain: { name: domain, certificateArn } }),
    staffMail: context("staffMail") === "ses" ? "ses" : "cognito",
    firewall: firewallOf(context("waf")),
    ...(webAclArn && { webAclArn }),
    ...budgetOf(context("monthlyBudget"), alarmEmail),
    logRetention: name === "prod" ? 90 : 30,
  };
}

function firewallOf(given = "false"): boolean {
  if (given !== "true" && given !== "false") throw new Error(`waf is true or false, not "${given}".`);
  return given === "true";
}

function budgetOf(given?: string, email?: string): Pick<Stage, "budget"> {
  if (given === undefined) return {};
  const dollars = Number(given);
  if (!(dollars > 0)) throw new Error(`"${given}" is no sum of dollars for a month.`);
  if (!email)
    throw new Error("A budget needs somebody to tell: give -c alarmEmail=… with -c monthlyBudget=…");
  return { budget: { dollars, email } };
}
