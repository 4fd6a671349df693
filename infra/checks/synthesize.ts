import { App, type Environment, type Stack } from "aws-cdk-lib";
import recommendedFlags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { BudgetStack } from "../budget.ts";
import { FirewallStack } from "../firewall.ts";
import { ProductStack } from "../stack.ts";
import { stackName } from "../stack-names.ts";
import { type NamedStage, parseStage, stageOf } from "../stages.ts";
import { VaultStack } from "../vault.ts";
import type { Template } from "./template.ts";

export type Synthesized = { app: App; template: Template };

/** A test gives only the settings that matter to it; the rest is as in a new stages.json. */
export type StageUnderTest = Partial<NamedStage>;

/** Synthesis takes seconds, and the same settings give the same template. */
const cache = new Map<string, Synthesized>();

/** A stage's app and template, as `cdk synth --strict` with these settings: a warning is an error. */
export function synthesizeApp(settings: StageUnderTest): Synthesized {
  const key = JSON.stringify(settings);
  const { app, template } = cache.get(key) ?? createStage(settings);
  cache.set(key, { app, template });
  return { app, template: structuredClone(template) };
}

const namedStage = ({ name = "dev", ...settings }: StageUnderTest) =>
  parseStage(name, { region: "eu-west-1", ...settings });

function createStage(settings: StageUnderTest): Synthesized {
  const app = new App({ context: recommendedFlags });
  const named = namedStage(settings);
  const { region, account } = named;
  const env = { region, ...(account && { account }) };
  return write(app, new ProductStack(app, stackName(named), { stage: stageOf(named), env }));
}

/** A side stack, in us-east-1. */
export function synthesizeSideStack(create: (app: App, props: { env: Environment }) => Stack): Synthesized {
  const app = new App({ context: recommendedFlags });
  return write(app, create(app, { env: { region: "us-east-1" } }));
}

/** The stack of the copies of a stage with a vault. */
export const synthesizeVaultStack = (): Synthesized =>
  synthesizeSideStack(
    (app, props) =>
      new VaultStack(app, "Mwamba-prod-Vault", { stage: stageOf(namedStage({ name: "prod" })), ...props }),
  );

/** The stacks beside the one of a stage with everything. */
export const synthesizeSideStacks = (): Record<"firewall" | "budget" | "vault", Synthesized> => ({
  firewall: synthesizeSideStack((app, props) => new FirewallStack(app, "Mwamba-prod-Firewall", props)),
  budget: synthesizeSideStack((app, props) => {
    const budget = { dollars: 20, email: "night@example.com" };
    return new BudgetStack(app, "Mwamba-prod-Budget", { budget, ...props });
  }),
  vault: synthesizeVaultStack(),
});

const exampleArn = (service: string, resource: string) =>
  `arn:aws:${service}:us-east-1:111122223333:${resource}/00000000-0000-4000-8000-000000000000`;

/** The settings in which stages differ. */
export const stageSettings = {
  prod: { name: "prod", alarmEmail: "night@example.com" },
  domain: { domain: "www.example.com", certificateArn: exampleArn("acm", "certificate") },
  firewall: { webAclArn: exampleArn("wafv2", "global/webacl/Firewall") },
  vault: { vault: { region: "eu-central-1" } },
  mpesa: { mpesa: { short_code: "522522" } },
} satisfies Record<string, StageUnderTest>;

export const synthesize = (settings: StageUnderTest): Template => synthesizeApp(settings).template;

function write(app: App, stack: Stack): Synthesized {
  const { messages, template } = app.synth().getStackArtifact(stack.artifactId);
  const problems = messages.filter(({ level }) => level !== "info");
  if (problems.length > 0)
    throw new Error(problems.map(({ id, entry }) => `${id}: ${entry.data}`).join("\n"));
  return { app, template };
}
