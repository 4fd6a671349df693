import type { App } from "aws-cdk-lib";
import type { RetentionDays } from "aws-cdk-lib/aws-logs";

export type Stage = {
  /** `prod` is for customers; other stages are for testing. */
  name: string;
  /** The sender of emails. With a domain, SES verifies the whole domain of this address, otherwise the address. */
  mailFrom: string;
  /** The recipient of contact messages until Settings have one. */
  companyEmail: string;
  /** Who sends emails to staff. Cognito sends at most 50 a day; SES takes over once it is out of its sandbox. */
  staffMail: "cognito" | "ses";
  /** Gets alarms. Others can subscribe to the topic themselves. */
  alarmEmail?: string;
  /** The site's custom domain, with its certificate in us-east-1. */
  domain?: { name: string; certificateArn: string };
  /** Whether the stage has its own firewall stack, whose ARN is then `webAclArn`. */
  firewall: boolean;
  /** The site's web ACL, in us-east-1. */
  webAclArn?: string;
  /** The paybill number, if the stage takes payments from M-Pesa by itself. */
  mpesa?: { shortCode: string };
  /** The region of a second vault, if the tables are copied to vaults every night. */
  vault?: string;
  /** The account's monthly budget, and who is notified before it is spent. */
  budget?: { dollars: number; email: string };
  /** In days. */
  logRetention: RetentionDays;
};

/** No hyphens: they separate the parts of stack names. */
export const STAGE_NAME = /^[a-z][a-z0-9]{0,19}$/;
export const invalidStageName = (name: string) =>
  `“${name}” is not a stage name: use up to 20 lowercase letters and digits, starting with a letter.`;

/** Safaricom's number for trying. */
const SANDBOX_SHORT_CODE = "600986";
export const SHORT_CODE = /^\d{5,7}$/;

const WEB_ACL_ARN = /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\//;

/**
 * The stage from the CDK context: `-c stage=prod -c domain=… -c certificateArn=… -c mailFrom=…
 * -c companyEmail=… -c alarmEmail=… -c waf=true -c webAclArn=… -c mpesa=600986 -c monthlyBudget=20
 * -c vault=eu-central-1`.
 */
export function stageFromContext(app: App): Stage {
  const context = (name: string): string | undefined => app.node.tryGetContext(name);
  const name = context("stage") ?? "dev";
  if (!STAGE_NAME.test(name)) throw new Error(invalidStageName(name));

  const domain = context("domain");
  const certificateArn = context("certificateArn");
  if (Boolean(domain) !== Boolean(certificateArn)) {
    throw new Error("A domain needs its certificate: set both -c domain=… and -c certificateArn=…");
  }
  // Mail goes to example.com, not to www.example.com.
  const mailDomain = domain?.replace(/^www\./, "") ?? "mwamba.example";
  const alarmEmail = context("alarmEmail");
  const webAclArn = context("webAclArn");
  const vault = context("vault");
  if (webAclArn && !WEB_ACL_ARN.test(webAclArn)) {
    throw new Error(`${webAclArn} is not a web ACL in us-east-1, which CloudFront needs.`);
  }
  return {
    name,
    mailFrom: context("mailFrom") ?? `no-reply@${mailDomain}`,
    companyEmail: context("companyEmail") ?? `hello@${mailDomain}`,
    ...(alarmEmail && { alarmEmail }),
    ...(domain && certificateArn && { domain: { name: domain, certificateArn } }),
    staffMail: context("staffMail") === "ses" ? "ses" : "cognito",
    firewall: readFirewall(context("waf")),
    ...(webAclArn && { webAclArn }),
    ...readMpesa(context("mpesa"), name),
    ...readBudget(context("monthlyBudget"), alarmEmail),
    ...(vault && { vault }),
    logRetention: name === "prod" ? 90 : 30,
  };
}

function readFirewall(value = "false"): boolean {
  if (value !== "true" && value !== "false") throw new Error(`waf must be true or false, not "${value}".`);
  return value === "true";
}

/** A stage for trying has it unless the context says otherwise: `npm run deploy` always says what stages.json has. */
function readMpesa(value: string | undefined, name: string): Pick<Stage, "mpesa"> {
  const shortCode = value ?? (name === "dev" ? SANDBOX_SHORT_CODE : "");
  if (shortCode === "") return {};
  // A number of digits in the context arrives as a number.
  if (!SHORT_CODE.test(String(shortCode))) throw new Error(`${shortCode} is not a paybill number.`);
  return { mpesa: { shortCode: String(shortCode) } };
}

function readBudget(value?: string, email?: string): Pick<Stage, "budget"> {
  if (value === undefined) return {};
  const dollars = Number(value);
  if (!(dollars > 0)) throw new Error(`"${value}" is not a number of dollars.`);
  if (!email) throw new Error("A budget needs an email address: set -c alarmEmail=… with -c monthlyBudget=…");
  return { budget: { dollars, email } };
}
