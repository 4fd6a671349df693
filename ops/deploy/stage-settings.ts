/** Reads stages.json. Every command uses it. */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { budgetStackName, firewallStackName, stackName, vaultStackName } from "../../infra/stack-names.ts";
import { invalidStageName, SHORT_CODE, STAGE_NAME } from "../../infra/stages.ts";
import { domainOf } from "../../shared/mail-domain.ts";

const Region = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, "is not a region such as eu-west-1");

const StageSettings = z.strictObject({
  region: Region,
  /** Commands refuse every other account. */
  account: z
    .string()
    .regex(/^\d{12}$/, "is not an account number of twelve digits")
    .optional(),
  /** The site's custom domain. */
  domain: z.hostname().optional(),
  /** The domain's certificate. */
  certificateArn: z
    .string()
    .startsWith("arn:aws:acm:us-east-1:", "is not a certificate in us-east-1")
    .optional(),
  /** The sender of emails. */
  mailFrom: z.email().optional(),
  /** The recipient of contact messages until Settings have one. */
  companyEmail: z.email().optional(),
  /** The recipient of alarms. */
  alarmEmail: z.email().optional(),
  /** Creates a firewall for the stage, which has a monthly price. */
  waf: z.boolean().optional(),
  /** An existing firewall to use instead. */
  webAclArn: z.string().startsWith("arn:aws:wafv2:us-east-1:", "is not a web ACL in us-east-1").optional(),
  /** Takes payments from M-Pesa by itself. `npm run mpesa -- connect` stores the secrets. */
  mpesa: z
    .strictObject({ short_code: z.string().regex(SHORT_CODE, "is not a paybill number of 5 to 7 digits") })
    .optional(),
  /** Copies the tables to a vault every night, and from there to one in this region. */
  vault: z.strictObject({ region: Region }).optional(),
  /** In dollars; `alarmEmail` is notified. */
  monthlyBudget: z.number().positive().optional(),
  /** Allows production to be deployed with placeholders on the site. */
  allowPlaceholders: z.boolean().optional(),
});
export type StageSettings = z.output<typeof StageSettings>;

const SETTINGS_FILE = "stages.json";

/** @throws Error naming the file, when it is missing or invalid */
function readStages(file: string): Record<string, unknown> {
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
export function readStage(name: string | undefined, file = SETTINGS_FILE): StageSettings & { name: string } {
  const stages = readStages(file);
  const names = Object.keys(stages).join(" or ");
  if (name === undefined) throw new Error(`Say which stage: --stage ${names}.`);
  if (!Object.hasOwn(stages, name)) throw new Error(`${file} has no stage “${name}”: it has ${names}.`);
  const { data, error } = StageSettings.safeParse(stages[name]);
  if (error) throw new Error(`${file} has errors in the stage ${name}:\n${z.prettifyError(error)}`);
  if (data.vault?.region === data.region)
    throw new Error(`${file}: the vault of ${name} has to be in another region than ${data.region}.`);
  return { name, ...data };
}

export type NamedStage = ReturnType<typeof readStage>;

/** The region of CloudFront's firewalls and certificates. */
export const EDGE_REGION = "us-east-1";

/** The side stacks, and whether the stage has them. A vault's region is not known without it. */
export const sideStacksOf = (stage: NamedStage): { name: string; region: string; enabled: boolean }[] => [
  { name: firewallStackName(stage), region: EDGE_REGION, enabled: stage.waf === true },
  { name: budgetStackName(stage), region: EDGE_REGION, enabled: stage.monthlyBudget !== undefined },
  ...(stage.vault ? [{ name: vaultStackName(stage), region: stage.vault.region, enabled: true }] : []),
];

/** A stage with settings that depend on the state of its account. */
export type ResolvedStage = NamedStage & { staffMail?: "cognito" | "ses" };

/** The stage as options of the CDK CLI. */
export const contextOf = ({
  name,
  region: _,
  account: __,
  mpesa,
  vault,
  ...settings
}: ResolvedStage): string[] =>
  Object.entries({
    stage: name,
    ...settings,
    mpesa: mpesa?.short_code ?? "",
    ...(vault && { vault: vault.region }),
  }).flatMap(([key, value]) => ["-c", `${key}=${value}`]);

/** The build's environment variable with the site's address, if it has a custom domain. */
export const siteUrlOf = ({ domain }: NamedStage): { VITE_SITE_URL?: string } =>
  domain === undefined ? {} : { VITE_SITE_URL: `https://${domain}` };

/** Makes AWS clients use the region of the stack's stage, not the shell's. */
export function setStageRegion(stack: string): void {
  const name = Object.keys(readStages(SETTINGS_FILE)).find((name) => stackName({ name }) === stack);
  if (name !== undefined) process.env.AWS_REGION = readStage(name).region;
}

/** The SES identity that the stack creates: a domain or an address. */
export const senderIdentityOf = ({ domain, mailFrom }: NamedStage): string | undefined =>
  domain === undefined || mailFrom === undefined ? mailFrom : domainOf(mailFrom);
