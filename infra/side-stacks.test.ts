import { describe, expect, test } from "vitest";
import { api } from "../shared/api.ts";
import type { Route } from "../shared/route.ts";
import { BudgetStack } from "./budget.ts";
import { synthesizeSideStack } from "./checks/synthesize.ts";
import { resourcesOf } from "./checks/template.ts";
import { FirewallStack } from "./firewall.ts";

describe("the firewall", () => {
  const { template } = synthesizeSideStack((app, props) => new FirewallStack(app, "Firewall", props));
  const [acl] = resourcesOf<{ Rules: object[] }>(template, "AWS::WAFv2::WebACL");
  const rules = JSON.stringify(acl?.properties.Rules);

  test("limits calls per address to each public route, with an error in the API's format", () => {
    const publicRoutes = Object.values(api)
      .flatMap((resource) => Object.entries<Route>(resource))
      .filter(([, { access, sharedAddresses }]) => access === "public" && !sharedAddresses);
    expect(publicRoutes.length).toBeGreaterThan(0);
    for (const [key] of publicRoutes) {
      const [path = "", parameter] = /^\w+ ([^{]*)(\{)?/.exec(key)?.slice(1) ?? [];
      const rule = { PositionalConstraint: parameter ? "STARTS_WITH" : "EXACTLY", SearchString: path };
      expect(rules).toContain(JSON.stringify(rule).slice(1, -1));
    }
    // Safaricom sends all callbacks from a few addresses.
    expect(rules).not.toContain("/paybill/");
    expect(acl?.properties).toMatchObject({
      CustomResponseBodies: {
        tooOften: {
          Content: expect.stringMatching(/^\{"error":"[^"]+"\}$/),
          ContentType: "APPLICATION_JSON",
        },
      },
    });
  });

  test("only counts matches in the body of a message", () => {
    const counted = [...rules.matchAll(/\{"ActionToUse":\{"Count":\{\}\},"Name":"(\w+)"\}/g)].map(
      ([, name]) => name,
    );
    expect(counted).toEqual(expect.arrayContaining(["CrossSiteScripting_BODY", "SizeRestrictions_BODY"]));
    expect(counted.filter((name) => !name?.endsWith("_BODY"))).toEqual([]);
  });

  test("outputs its ARN without exporting it", () =>
    expect(Object.values(template.Outputs ?? {})).toEqual([{ Value: { "Fn::GetAtt": [acl?.id, "Arn"] } }]));
});

test("the budget notifies the address at 80 %, and when the month's forecast is above 100 %", () => {
  const budget = { dollars: 20, email: "night@example.com" };
  const { template } = synthesizeSideStack(
    (app, props) => new BudgetStack(app, "Budget", { budget, ...props }),
  );
  const [monthly] = resourcesOf<{ Budget: object; NotificationsWithSubscribers: object[] }>(
    template,
    "AWS::Budgets::Budget",
  );
  expect(monthly?.properties.Budget).toEqual({
    BudgetLimit: { Amount: 20, Unit: "USD" },
    BudgetType: "COST",
    TimeUnit: "MONTHLY",
  });
  expect(monthly?.properties.NotificationsWithSubscribers).toMatchObject(
    [
      ["ACTUAL", 80],
      ["FORECASTED", 100],
    ].map(([NotificationType, Threshold]) => ({
      Notification: { NotificationType, Threshold, ThresholdType: "PERCENTAGE" },
      Subscribers: [{ Address: "night@example.com", SubscriptionType: "EMAIL" }],
    })),
  );
});
