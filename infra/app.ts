import { Annotations, App } from "aws-cdk-lib";
import recommendedFlags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { placeholdersLeft } from "../frontend/site/placeholders.ts";
import { BudgetStack } from "./budget.ts";
import { FirewallStack } from "./firewall.ts";
import { ProductStack } from "./stack.ts";
import { budgetStackName, firewallStackName, stackName, vaultStackName } from "./stack-names.ts";
import { EDGE_REGION, type NamedStage, readStage, stageOf } from "./stages.ts";
import { VaultStack } from "./vault.ts";

/** Adds the stack of a stage of stages.json, and the side stacks that it has. `-c stages=file` reads another file. */
export function addStacks(app: App): App {
  const context = (name: string): string | undefined => app.node.tryGetContext(name);
  const named = readStage(context("stage") ?? "dev", context("stages"));
  const { region, account, waf, monthlyBudget, alarmEmail, vault } = named;
  const inRegion = (region: string) => ({ env: { region, ...(account && { account }) } });
  // CloudFront needs its firewall in us-east-1, and budgets belong to the account.
  const edge = inRegion(EDGE_REGION);
  const firewall = waf ? new FirewallStack(app, firewallStackName(named), edge) : undefined;
  if (monthlyBudget !== undefined && alarmEmail !== undefined) {
    const budget = { dollars: monthlyBudget, email: alarmEmail };
    new BudgetStack(app, budgetStackName(named), { budget, ...edge });
  }
  const stage = { ...stageOf(named), ...(firewall && { webAclArn: firewall.webAclArn }) };
  const product = new ProductStack(app, stackName(stage), { stage, ...inRegion(region) });
  // Its plan copies to this vault.
  if (vault)
    product.addDependency(new VaultStack(app, vaultStackName(stage), { stage, ...inRegion(vault.region) }));
  if (context("allowPlaceholders") !== "true") refusePlaceholders(product, named);
  return app;
}

/**
 * Stops `cdk deploy` of production while the site shows sample facts. The program is an asset, because the CDK builds
 * assets before it deploys, but not before it lists, compares or destroys.
 */
function refusePlaceholders(product: ProductStack, { name, allowPlaceholders }: NamedStage): void {
  const sampleFacts = placeholdersLeft().length;
  if (name !== "prod" || allowPlaceholders || sampleFacts === 0) return;
  Annotations.of(product).addInfo(`cdk deploy will stop: the site still shows ${sampleFacts} sample facts.`);
  product.synthesizer.addFileAsset({
    displayName: "Sample facts on the site",
    executable: ["node", `${import.meta.dirname}/../frontend/site/placeholders.ts`, "--refuse"],
    sourceHash: "placeholders",
  });
}

// A new project uses the current behaviour of every construct.
if (import.meta.main) {
  try {
    addStacks(new App({ context: recommendedFlags }));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
