import { describe, expect, test } from "vitest";
import { api } from "../shared/api/api.ts";
import type { Route } from "../shared/route.ts";
import { BudgetStack } from "./budget.ts";
import { synthesize, synthesizeSideStack, synthesizeVaultStack } from "./checks/synthesize.ts";
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

test("the vaults are locked for 35 days, and the plan copies the nightly backups of all tables with rows worth it", () => {
  const { template: copies } = synthesizeVaultStack();
  const template = synthesize({ vault: { region: "eu-central-1" } });
  const lock = { LockConfiguration: { MinRetentionDays: 35 } };
  for (const stackTemplate of [copies, template]) {
    const [vault] = resourcesOf<object>(stackTemplate, "AWS::Backup::BackupVault");
    // Governance: without a grace period, the lock is never final.
    expect(vault?.properties).toEqual({ ...lock, BackupVaultName: expect.anything() });
    expect(stackTemplate.Outputs).toMatchObject({ VaultName: {}, RestoreRole: {} });
  }
  const [plan] = resourcesOf<{ BackupPlan: { BackupPlanRule: object[] } }>(
    template,
    "AWS::Backup::BackupPlan",
  );
  const [rule] = plan?.properties.BackupPlan.BackupPlanRule ?? [];
  const lifecycle = { DeleteAfterDays: 35 };
  expect(rule).toMatchObject({ Lifecycle: lifecycle, CopyActions: [{ Lifecycle: lifecycle }] });
  expect(JSON.stringify(rule)).toContain(":backup:eu-central-1:");
  expect(JSON.stringify(rule)).toContain(":backup-vault:Mwamba-dev-copies");
  const [selection] = resourcesOf<{ BackupSelection: { Resources: { "Fn::GetAtt": string[] }[] } }>(
    template,
    "AWS::Backup::BackupSelection",
  );
  const copied = selection?.properties.BackupSelection.Resources.map((resource) => resource["Fn::GetAtt"][0]);
  const tables = resourcesOf(template, "AWS::DynamoDB::Table").map(({ id }) => id);
  expect(copied).toEqual(tables.filter((id) => !/^Data(Limits|Outbox)/.test(id)));
  expect(resourcesOf(synthesize({}), "AWS::Backup::BackupVault")).toEqual([]);
});
