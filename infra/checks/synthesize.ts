import { App, type Environment, type Stack } from "aws-cdk-lib";
import recommendedFlags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { BudgetStack } from "../budget.ts";
import { FirewallStack } from "../firewall.ts";
import { ProductStack } from "../stack.ts";
import { stackName } from "../stack-names.ts";
import { stageFromContext } from "../stages.ts";
import { VaultStack } from "../vault.ts";
import type { Template } from "./template.ts";

export type Synthesized = { app: App; template: Template };

/** Synthesis takes seconds, and the same context gives the same template. */
const cache = new Map<string, Synthesized>();

/** A stage's app and template, as `cdk synth --strict` with this context: a warning is an error. */
export function synthesizeApp(context: Record<string, string>, env?: Environment): Synthesized {
  const key = JSON.stringify([context, env]);
  const { app, template } = cache.get(key) ?? createStage(context, env);
  cache.set(key, { app, template });
  return { app, template: structuredClone(template) };
}

function createStage(context: Record<string, string>, env?: Environment): Synthesized {
  const app = new App({ context: { ...recommendedFlags, ...context } });
  const stage = stageFromContext(app);
  return write(app, new ProductStack(app, stackName(stage), { stage, ...(env && { env }) }));
}

/** A side stack, in us-east-1. */
export function synthesizeSideStack(create: (app: App, props: { env: Environment }) => Stack): Synthesized {
  const app = new App({ context: recommendedFlags });
  return write(app, create(app, { env: { region: "us-east-1" } }));
}

/** The stack of the copies of a stage with a vault. */
export const synthesizeVaultStack = (): Synthesized =>
  synthesizeSideStack(
    (app, props) => new VaultStack(app, "Mwamba-prod-Vault", { stage: stageFromContext(app), ...props }),
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

/** What stages differ in, as context of the CDK. */
export const stageSettings = {
  prod: { stage: "prod", alarmEmail: "night@example.com" },
  domain: { domain: "www.example.com", certificateArn: exampleArn("acm", "certificate") },
  firewall: { waf: "true", webAclArn: exampleArn("wafv2", "global/webacl/Firewall") },
  vault: { vault: "eu-central-1" },
  mpesa: { mpesa: "522522" },
};

export const synthesize = (context: Record<string, string>, env?: Environment): Template =>
  synthesizeApp(context, env).template;

function write(app: App, stack: Stack): Synthesized {
  const { messages, template } = app.synth().getStackArtifact(stack.artifactId);
  const problems = messages.filter(({ level }) => level !== "info");
  if (problems.length > 0)
    throw new Error(problems.map(({ id, entry }) => `${id}: ${entry.data}`).join("\n"));
  return { app, template };
}
