import { Stack, type StackProps } from "aws-cdk-lib";
import * as budgets from "aws-cdk-lib/aws-budgets";
import type { Construct } from "constructs";
import type { Stage } from "./stages.ts";

type Props = StackProps & { budget: NonNullable<Stage["budget"]> };

/**
 * Tells an address when the account's month is expensive, or is going to be; that costs nothing. It is a stack of its
 * own because CloudFormation makes no budgets in some regions, af-south-1 among them.
 */
export class BudgetStack extends Stack {
  constructor(scope: Construct, id: string, { budget: { dollars, email }, ...props }: Props) {
    super(scope, id, props);
    const tell = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
      notification: {
        notificationType,
        comparisonOperator: "GREATER_THAN",
        threshold,
        thresholdType: "PERCENTAGE",
      },
      subscribers: [{ subscriptionType: "EMAIL", address: email }],
    });
    new budgets.CfnBudget(this, "Monthly", {
      // Without a name of ours, which would be the account's, and stand in another stage's way.
      budget: { budgetType: "COST", timeUnit: "MONTHLY", budgetLimit: { amount: dollars, unit: "USD" } },
      notificationsWithSubscribers: [tell("ACTUAL", 80), tell("FORECASTED", 100)],
    });
  }
}
