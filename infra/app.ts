import { App } from "aws-cdk-lib";
import recommendedFlags from "aws-cdk-lib/recommended-feature-flags.json" with { type: "json" };
import { refusePlaceholders } from "../frontend/site/placeholders.ts";
import { BudgetStack } from "./budget.ts";
import { FirewallStack } from "./firewall.ts";
import { ProductStack } from "./stack.ts";
import { budgetStackOf, firewallStackOf, stackOf } from "./stack-names.ts";
import { stageOf } from "./stages.ts";

/** Lays out the stage that the context chooses. */
export function addStacks(app: App): App {
  const stage = stageOf(app);
  if (stage.name === "prod" && app.node.tryGetContext("allowPlaceholders") !== "true") refusePlaceholders();
  // CloudFront's firewall stands in this region alone, and budgets are the account's.
  const besides = { env: { region: "us-east-1" } };
  if (stage.firewall) new FirewallStack(app, firewallStackOf(stage), besides);
  if (stage.budget) new BudgetStack(app, budgetStackOf(stage), { budget: stage.budget, ...besides });
  // A stage with a firewall is not deployed before the firewall has told its ARN: it would stand open meanwhile.
  if (!stage.firewall || stage.webAclArn) new ProductStack(app, stackOf(stage), { stage });
  return app;
}

// A project that starts today wants today's behaviour of every construct.
if (import.meta.main) addStacks(new App({ context: recommendedFlags }));
