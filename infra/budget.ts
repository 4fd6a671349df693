import { Stack, type StackProps } from "aws-cdk-lib";
import * as budgets from "aws-cdk-lib/aws-budgets";
import type { Construct } from "constructs";

type Props = StackProps & { budget: { dollars: number; email: string } };

/**
 * Emails an address when the account's month is, or will be, expensive. A budget is free. It is a separate stack because
 * some regions, such as af-south-1, have no budgets in CloudFormation.
 */
export class BudgetStack extends Stack {
  constructor(scope: Construct, id: string, { budget: { dollars, email }, ...props }: Props) {
    super(scope, id, props);
    const notification = (notificationType: "ACTUAL" | "FORECASTED", threshold: number) => ({
      notification: {
        notificationType,
        comparisonOperator: "GREATER_THAN",
        threshold,
        thresholdType: "PERCENTAGE",
      },
      subscribers: [{ subscriptionType: "EMAIL", address: email }],
    });
    new budgets.CfnBudget(this, "Monthly", {
      // No name: it would be unique in the account, and conflict with another stage.
      budget: { budgetType: "COST", timeUnit: "MONTHLY", budgetLimit: { amount: dollars, unit: "USD" } },
      notificationsWithSubscribers: [notification("ACTUAL", 80), notification("FORECASTED", 100)],
    });
  }
}
