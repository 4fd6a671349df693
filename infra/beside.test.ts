import { describe, expect, test } from "vitest";
import { api } from "../shared/api.ts";
import type { Route } from "../shared/route.ts";
import { BudgetStack } from "./budget.ts";
import { synthesizedBeside } from "./checks/synthesize.ts";
import { all } from "./checks/template.ts";
import { FirewallStack } from "./firewall.ts";

describe("the firewall", () => {
  const { template } = synthesizedBeside((app, props) => new FirewallStack(app, "Firewall", props));
  const [acl] = all<{ Rules: object[] }>(template, "AWS::WAFv2::WebACL");
  const rules = JSON.stringify(acl?.properties.Rules);

  test("counts how often one address calls each route that anybody may call, and answers in the API's way", () => {
    const open = Object.values(api)
      .flatMap((resource) => Object.entries<Route>(resource))
      .filter(([, { access }]) => access === "public");
    expect(open.length).toBeGreaterThan(0);
    for (const [key] of open) {
      const [whole = "", before] = /^\w+ ([^{]*)(\{)?/.exec(key)?.slice(1) ?? [];
      const rule = { PositionalConstraint: before ? "STARTS_WITH" : "EXACTLY", SearchString: whole };
      expect(rules).toContain(JSON.stringify(rule).slice(1, -1));
    }
    expect(acl?.properties).toMatchObject({
      CustomResponseBodies: {
        tooOften: {
          Content: expect.stringMatching(/^\{"error":"[^"]+"\}$/),
          ContentType: "APPLICATION_JSON",
        },
      },
    });
  });

  test("refuses no email for the words in it", () => {
    const counted = [...rules.matchAll(/\{"ActionToUse":\{"Count":\{\}\},"Name":"(\w+)"\}/g)].map(
      ([, name]) => name,
    );
    expect(counted).toEqual(expect.arrayContaining(["CrossSiteScripting_BODY", "SizeRestrictions_BODY"]));
    expect(counted.filter((name) => !name?.endsWith("_BODY"))).toEqual([]);
  });

  test("tells its ARN, which the stage's own stack is given, and exports nothing", () =>
    expect(Object.values(template.Outputs ?? {})).toEqual([{ Value: { "Fn::GetAtt": [acl?.id, "Arn"] } }]));
});

test("the budget tells the address when four fifths are spent, and when the month will come to more", () => {
  const budget = { dollars: 20, email: "night@example.com" };
  const { template } = synthesizedBeside(
    (app, props) => new BudgetStack(app, "Budget", { budget, ...props }),
  );
  const [found] = all<{ Budget: object; NotificationsWithSubscribers: object[] }>(
    template,
    "AWS::Budgets::Budget",
  );
  expect(found?.properties.Budget).toEqual({
    BudgetLimit: { Amount: 20, Unit: "USD" },
    BudgetType: "COST",
    TimeUnit: "MONTHLY",
  });
  expect(found?.properties.NotificationsWithSubscribers).toMatchObject(
    [
      ["ACTUAL", 80],
      ["FORECASTED", 100],
    ].map(([NotificationType, Threshold]) => ({
      Notification: { NotificationType, Threshold, ThresholdType: "PERCENTAGE" },
      Subscribers: [{ Address: "night@example.com", SubscriptionType: "EMAIL" }],
    })),
  );
});
