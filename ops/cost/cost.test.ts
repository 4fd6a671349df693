import { describe, expect, test } from "vitest";
import { synthesize, synthesizeSideStack, synthesizeVaultStack } from "../../infra/checks/synthesize.ts";
import { resourcesOf, type Template } from "../../infra/checks/template.ts";
import { FirewallStack } from "../../infra/firewall.ts";
import { billOf, readPrices, totalOf } from "./bill.ts";
import { pricesByType } from "./resource-prices.ts";
import { runsOf, sizes, usageOf } from "./usage.ts";

const prod = synthesize({ name: "prod", alarmEmail: "night@example.com" });
const withVault = synthesize({
  name: "prod",
  alarmEmail: "night@example.com",
  vault: { region: "eu-central-1" },
});
const copies = synthesizeVaultStack().template;
const firewall = synthesizeSideStack((app, props) => new FirewallStack(app, "Firewall", props)).template;
const prices = readPrices();
const [idle, ...busy] = sizes;
if (!idle) throw new Error("There is no idle month.");

describe("everything in the templates has a price:", () => {
  test.each([
    ["prod", prod],
    ["prod with a vault", withVault],
    ["the vault of its copies", copies],
    ["its firewall", firewall],
  ])("%s", (_, template) => {
    for (const size of sizes)
      expect(totalOf(billOf(usageOf(template, size), prices)).paid).toBeGreaterThanOrEqual(0);
  });

  test("a resource type without a price is an error", () => {
    const Resources = { ...prod.Resources, Nat: { Type: "AWS::EC2::NatGateway", Properties: {} } };
    expect(() => usageOf({ Resources }, idle)).toThrow("has no entry for AWS::EC2::NatGateway");
  });

  test("every price is used, and everything used has a price", () => {
    const used = new Set(Object.values(pricesByType).flatMap((what) => (Array.isArray(what) ? what : [])));
    expect([...used].sort()).toEqual(Object.keys(prices.prices).sort());
    expect(() => billOf({ moonlight: 1 }, prices)).toThrow("no price for moonlight");
  });
});

test("a month without users, with the probe and without the vault, costs at most $1.60 after the free tier, two secrets included", () => {
  const lines = billOf(usageOf(prod, idle), prices);
  expect(totalOf(lines).paid).toBeLessThanOrEqual(1.6);
});

test("lists are read consistently, by the size of their rows, and each person looks at the dashboard forty times a day", () => {
  const unitsOf = (size: Partial<typeof idle>) =>
    usageOf(prod, { ...idle, ...size })["DynamoDB read units"] ?? 0;
  const onePerson = (size: Partial<typeof idle>) => unitsOf({ ...size, staff: 1 }) - unitsOf(size);
  expect(onePerson({})).toBeGreaterThan(22 * 40 * 70);
  // Four loads a day of 12 clients, or 9 subscriptions, in a unit of 4 KB.
  const lists = onePerson({ clients: 1_200, subscriptions: 900 }) - onePerson({});
  expect(lists).toBeCloseTo((22 * 4 * (1_200 * 330 + 900 * 450)) / 4_096);
});

test("the probe is counted", () => {
  const { Probe, ...withoutProbe } = Object.groupBy(Object.entries(prod.Resources), ([id, { Type }]) =>
    Type === "AWS::Scheduler::Schedule" && id.startsWith("Probe") ? "Probe" : "others",
  );
  const unprobed = { Resources: Object.fromEntries(withoutProbe.others ?? []) };
  expect(Probe).toHaveLength(1);
  for (const [what, least] of Object.entries({ "Lambda requests": 8_640, "requests at the edge": 5 * 8_640 }))
    expect((usageOf(prod, idle)[what] ?? 0) - (usageOf(unprobed, idle)[what] ?? 0)).toBe(least);
});

test("a vault costs 35 copies of the tables in each of two regions and 30 transfers, and four metrics of its alarm", () => {
  const [, , , large] = sizes;
  if (!large) throw new Error("There is no large company.");
  const { "GB-months in tables": stored = 0 } = usageOf(prod, large);
  for (const template of [withVault, copies])
    expect(usageOf(template, large)["GB-months of daily copies"]).toBeCloseTo(35 * stored);
  expect(usageOf(withVault, large)["GB copied to another region"]).toBeCloseTo(30 * stored);
  const costOf = (size: typeof idle, ...templates: Template[]) =>
    totalOf(templates.flatMap((template) => billOf(usageOf(template, size), prices))).paid;
  const vaultCosts = (size: typeof idle) => costOf(size, withVault, copies) - costOf(size, prod);
  expect(vaultCosts(large)).toBeCloseTo(stored * (2 * 35 * 0.1132 + 30 * 0.02) + 0.4);
  expect(vaultCosts(idle)).toBeCloseTo(0.4);
});

test("computes listed and paid amounts", () => {
  const line = (what: string, quantity: number) => billOf({ [what]: quantity }, prices)[0];
  expect(line("alarm metrics", 14)).toMatchObject({ listed: 1.4000000000000001, paid: 0.4 });
  expect(line("queue requests", 1_500_000)?.paid).toBeCloseTo(0.2);
  expect(line("emails", 5_000)?.paid).toBeCloseTo(0.8);
  expect(line("GB to visitors", 100)).toMatchObject({ listed: 11, paid: 0 });
  expect(totalOf(billOf({ firewalls: 1, "firewall rules": 4, emails: 1_000 }, prices))).toEqual({
    listed: 9.16,
    paid: 9.16,
  });
});

test("an alarm on an expression counts each metric in it", () => {
  const alarms = resourcesOf<{ Metrics?: { MetricStat?: unknown }[] }>(prod, "AWS::CloudWatch::Alarm");
  const expressions = alarms.filter(({ properties }) => properties.Metrics);
  const metrics = expressions.flatMap(
    ({ properties }) => properties.Metrics?.filter(({ MetricStat }) => MetricStat) ?? [],
  );
  expect(usageOf(prod, idle)["alarm metrics"]).toBe(alarms.length - expressions.length + metrics.length);
});

test("a busier month costs more", () => {
  const totals = [idle, ...busy].map((size) => totalOf(billOf(usageOf(prod, size), prices)).listed);
  expect(totals).toEqual(totals.toSorted((one, other) => one - other));
});

test.each([
  ["rate(10 minutes)", 4_320],
  ["rate(1 hour)", 720],
  ["cron(0 7 * * ? *)", 30],
])("%s runs %i times in a month", (expression, runs) => {
  expect(runsOf(expression)).toBe(runs);
});

test("an unknown schedule expression is an error", () => {
  expect(() => runsOf("cron(0/5 * * * ? *)")).toThrow("is not supported");
});
