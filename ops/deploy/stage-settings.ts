/** What a stage is, as its owner wrote it into stages.json: the one place from which every command takes it. */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { budgetStackOf, firewallStackOf, stackOf } from "../../infra/stack-names.ts";
import { badStageName, stageName } from "../../infra/stages.ts";
import { domainOf } from "../../shared/mail-domain.ts";

const StageSettings = z.strictObject({
  /** Where the stack stands. */
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "is no region such as eu-west-1"),
  /** Whose it is; any other account is refused. */
  account: z
    .string()
    .regex(/^\d{12}$/, "is no account number of twelve digits")
    .optional(),
  /** The site's own name. */
  domain: z.hostname().optional(),
  /** The certificate of that name, in us-east-1. */
  certificateArn: z
    .string()
    .startsWith("arn:aws:acm:us-east-1:", "is no certificate in us-east-1")
    .optional(),
  /** The address emails come from. */
  mailFrom: z.email().optional(),
  /** Where visitors' messages go until an address is entered in the settings of the back-office. */
  companyEmail: z.email().optional(),
  /** Who is told of alarms. */
  alarmEmail: z.email().optional(),
  /** A firewall of the stage's own before the site, which is paid by the month. */
  waf: z.boolean().optional(),
  /** One that is there already, in its place. */
  webAclArn: z.string().startsWith("arn:aws:wafv2:us-east-1:", "is no web ACL in us-east-1").optional(),
  /** Dollars a month, above which `alarmEmail` is told. */
  monthlyBudget: z.number().positive().optional(),
  /** Lets the production stage out with sample facts on the site. */
  allowPlaceholders: z.boolean().optional(),
});
export type StageSettings = z.output<typeof StageSettings>;

const settingsFile = "stages.json";

/** @throws Error naming the file, when it is missing or broken */
function stagesIn(file: string): Record<string, unknown> {
  let stages: Record<string, unknown>;
  try {
    stages = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(`${file} cannot be read: ${reason}`, { cause: error });
  }
  for (const name of Object.keys(stages)) if (!stageName.test(name)) throw new Error(badStageName(name));
  return stages;
}

/** @throws Error saying in sentences what is wrong with the file */
export function readStage(name: string | undefined, file = settingsFile): StageSettings & { name: string } {
  const stages = stagesIn(file);
  const names = Object.keys(stages).join(" or ");
  if (name === undefined) throw new Error(`Say which stage: --stage ${names}.`);
  if (!Object.hasOwn(stages, name)) throw new Error(`${file} has no stage “${name}”: it has ${names}.`);
  const read = StageSettings.safeParse(stages[name]);
  if (!read.success)
    throw new Error(`${file} is wrong about the stage ${name}:\n${z.prettifyError(read.error)}`);
  return { name, ...read.data };
}

export type NamedStage = ReturnType<typeof readStage>;

/** CloudFront takes firewalls and certificates from there alone; the budget stands there too. */
export const edgeRegion = "us-east-1";

/** What may stand beside the stage's own stack there, and whether the stage asks for it. */
export const stacksBesideOf = (stage: NamedStage): { name: string; wanted: boolean }[] => [
  { name: firewallStackOf(stage), wanted: stage.waf === true },
  { name: budgetStackOf(stage), wanted: stage.monthlyBudget !== undefined },
];

/** A stage with what its account says of it. */
export type FoundStage = NamedStage & { staffMail?: "cognito" | "ses" };

/** The stage as the CDK's command line wants it. */
export const contextOf = ({ name, region: _, account: __, ...settings }: FoundStage): string[] =>
  Object.entries({ stage: name, ...settings }).flatMap(([key, value]) => ["-c", `${key}=${value}`]);

/** The address the site gives of itself, if it has a name of its own. */
export const siteUrlOf = ({ domain }: NamedStage): { VITE_SITE_URL?: string } =>
  domain === undefined ? {} : { VITE_SITE_URL: `https://${domain}` };

/** Has AWS's clients ask where the stack's stage stands, whatever the shell's own region is. */
export function goWhereItStands(stack: string): void {
  const name = Object.keys(stagesIn(settingsFile)).find((name) => stackOf({ name }) === stack);
  if (name !== undefined) process.env.AWS_REGION = readStage(name).region;
}

/** What SES must have verified, as the stack makes it. */
export const senderIdentity = ({ domain, mailFrom }: NamedStage): string | undefined =>
  domain === undefined || mailFrom === undefined ? mailFrom : domainOf(mailFrom);
