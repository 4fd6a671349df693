/** Reads stages.json, which describes each stage once, for the CDK app and for every command. */
import { readFileSync } from "node:fs";
import type { RetentionDays } from "aws-cdk-lib/aws-logs";
import * as z from "zod";
import { domainOf } from "../shared/mail-domain.ts";
import { budgetStackName, firewallStackName, stackName, vaultStackName } from "./stack-names.ts";

/** No hyphens: they separate the parts of stack names. */
export const STAGE_NAME = /^[a-z][a-z0-9]{0,19}$/;
export const invalidStageName = (name: string) =>
  `“${name}” is not a stage name: use up to 20 lowercase letters and digits, starting with a letter.`;

/** The region of CloudFront's firewalls and certificates. */
export const EDGE_REGION = "us-east-1";

const Region = z
  .string("is missing: a region such as eu-west-1")
  .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "is not a region such as eu-west-1");

const StageSettings = z.strictObject({
  region: Region,
  /** Every other account is refused. */
  account: z
    .string()
    .regex(/^\d{12}$/, "is not an account number of twelve digits")
    .optional(),
  /** The site's custom domain, with its certificate. */
  domain: z.hostname().optional(),
  certificateArn: z
    .string()
    .startsWith("arn:aws:acm:us-east-1:", "is not a certificate in us-east-1")
    .optional(),
  /** The sender of emails. With a domain, SES verifies the whole domain of this address, otherwise the address. */
  mailFrom: z.email().optional(),
  /** The recipient of contact messages until Settings have one. */
  companyEmail: z.email().optional(),
  /** Who sends emails to staff. Cognito (the default) sends at most 50 a day. SES has to be out of its sandbox. */
  staffMail: z.enum(["cognito", "ses"]).optional(),
  /** The recipient of alarms. Others can subscribe to the topic themselves. */
  alarmEmail: z.email().optional(),
  /** Creates a firewall for the stage, which has a monthly price. */
  waf: z.boolean().optional(),
  /** An existing firewall to use instead. */
  webAclArn: z
    .string()
    .regex(
      /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\//,
      "is not a web ACL in us-east-1, which CloudFront needs",
    )
    .optional(),
  /** Takes payments from M-Pesa by itself. `npm run mpesa -- connect` stores the secrets. */
  mpesa: z
    .strictObject({
      short_code: z.string().regex(/^\d{5,7}$/, "is not a paybill number of 5 to 7 digits"),
    })
    .optional(),
  /** Copies the tables to a vault every night, and from there to one in this region. */
  vault: z.strictObject({ region: Region }).optional(),
  /** The account's monthly budget in dollars; `alarmEmail` is notified before it is spent. */
  monthlyBudget: z.number().positive().optional(),
  /** Allows production to be deployed with placeholders on the site. */
  allowPlaceholders: z.boolean().optional(),
});
type StageSettings = z.output<typeof StageSettings>;

/** A stage as in stages.json. `prod` is for customers; other stages are for testing. */
export type NamedStage = StageSettings & { name: string };

const STAGES_FILE = "stages.json";

/** @throws Error naming the file, when it is missing or invalid */
function readStages(file = STAGES_FILE): Record<string, unknown> {
  let stages: Record<string, unknown>;
  try {
    stages = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(`${file} cannot be read: ${reason}`, { cause: error });
  }
  for (const name of Object.keys(stages)) if (!STAGE_NAME.test(name)) throw new Error(invalidStageName(name));
  return stages;
}

/** @throws Error saying what is wrong with the file */
export function readStage(name: string | undefined, file = STAGES_FILE): NamedStage {
  const stages = readStages(file);
  const names = Object.keys(stages).join(" or ");
  if (name === undefined) throw new Error(`Say which stage: --stage ${names}.`);
  if (!Object.hasOwn(stages, name)) throw new Error(`${file} has no stage “${name}”: it has ${names}.`);
  return parseStage(name, stages[name], file);
}

/** @throws Error saying what is wrong with the settings */
export function parseStage(name: string, settings: unknown, file = STAGES_FILE): NamedStage {
  const { data, error } = StageSettings.safeParse(settings);
  if (error) throw new Error(`${file} has errors in the stage ${name}:\n${z.prettifyError(error)}`);
  const { region, domain, certificateArn, vault, monthlyBudget, alarmEmail } = data;
  if (vault?.region === region)
    throw new Error(`${file}: the vault of ${name} has to be in another region than ${region}.`);
  if (Boolean(domain) !== Boolean(certificateArn))
    throw new Error(
      `${file}: a domain needs a certificate, and a certificate a domain. Add both to ${name}.`,
    );
  if (monthlyBudget !== undefined && alarmEmail === undefined)
    throw new Error(
      `${file}: the monthly budget of ${name} needs an email address. Add "alarmEmail": "…@…".`,
    );
  return { name, ...data };
}

/** The settings from which the stack is built. */
export type Stage = {
  name: string;
  mailFrom: string;
  companyEmail: string;
  staffMail: "cognito" | "ses";
  alarmEmail?: string;
  domain?: { name: string; certificateArn: string };
  /** The site's web ACL, in us-east-1. */
  webAclArn?: string;
  mpesa?: { shortCode: string };
  vault?: { region: string };
  /** In days. */
  logRetention: RetentionDays;
};

/** A stage's settings with their defaults. */
export function stageOf(named: NamedStage): Stage {
  const { name, domain, certificateArn, mailFrom, companyEmail, staffMail, mpesa } = named;
  const { alarmEmail, webAclArn, vault } = named;
  // Mail goes to example.com, not to www.example.com.
  const mailDomain = domain?.replace(/^www\./, "") ?? "mwamba.example";
  return {
    name,
    mailFrom: mailFrom ?? `no-reply@${mailDomain}`,
    companyEmail: companyEmail ?? `hello@${mailDomain}`,
    staffMail: staffMail ?? "cognito",
    ...(alarmEmail && { alarmEmail }),
    ...(domain && certificateArn && { domain: { name: domain, certificateArn } }),
    ...(webAclArn && { webAclArn }),
    ...(mpesa && { mpesa: { shortCode: mpesa.short_code } }),
    ...(vault && { vault }),
    logRetention: name === "prod" ? 90 : 30,
  };
}

/** The side stacks, and whether the stage has them. A vault's region is not known without it. */
export const sideStacksOf = (stage: NamedStage): { name: string; region: string; enabled: boolean }[] => [
  { name: firewallStackName(stage), region: EDGE_REGION, enabled: stage.waf === true },
  { name: budgetStackName(stage), region: EDGE_REGION, enabled: stage.monthlyBudget !== undefined },
  ...(stage.vault ? [{ name: vaultStackName(stage), region: stage.vault.region, enabled: true }] : []),
];

/** Makes AWS clients use the region of the stack's stage, not the shell's. */
export function setStageRegion(stack: string): void {
  const name = Object.keys(readStages()).find((name) => stackName({ name }) === stack);
  if (name !== undefined) process.env.AWS_REGION = readStage(name).region;
}

/** The SES identity that the stack creates: a domain or an address. */
export const senderIdentityOf = ({ domain, mailFrom }: NamedStage): string | undefined =>
  domain === undefined || mailFrom === undefined ? mailFrom : domainOf(mailFrom);
