import { App } from "aws-cdk-lib";
import recommendedFlags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { refusePlaceholders } from "../frontend/site/placeholders.ts";
import { BudgetStack } from "./budget.ts";
import { FirewallStack } from "./firewall.ts";
import { ProductStack } from "./stack.ts";
import { budgetStackName, firewallStackName, stackName, vaultStackName } from "./stack-names.ts";
import { stageFromContext } from "./stages.ts";
import { VaultStack } from "./vault.ts";

/** Adds the stacks of the stage in the context. */
export function addStacks(app: App): App {
  const stage = stageFromContext(app);
  if (stage.name === "prod" && app.node.tryGetContext("allowPlaceholders") !== "true") refusePlaceholders();
  // CloudFront needs its firewall in us-east-1, and budgets belong to the account.
  const props = { env: { region: "us-east-1" } };
  if (stage.firewall) new FirewallStack(app, firewallStackName(stage), props);
  if (stage.budget) new BudgetStack(app, budgetStackName(stage), { budget: stage.budget, ...props });
  if (stage.vault) new VaultStack(app, vaultStackName(stage), { stage, env: { region: stage.vault } });
  // The firewall is deployed first; until its ARN is known, the site would be unprotected.
  if (!stage.firewall || stage.webAclArn) new ProductStack(app, stackName(stage), { stage });
  return app;
}

// A new project uses the current behaviour of every construct.
if (import.meta.main) addStacks(new App({ context: recommendedFlags }));
