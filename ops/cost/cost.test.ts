import { describe, expect, test } from "vitest";
import { synthesize, synthesizedBeside } from "../../infra/checks/synthesize.ts";
import { all } from "../../infra/checks/template.ts";
import { FirewallStack } from "../../infra/firewall.ts";
import { billOf, readPrices, totalOf } from "./bill.ts";
import { priced } from "./priced.ts";
import { runsOf, sizes, usageOf } from "./usage.ts";

const prod = synthesize({ stage: "prod", alarmEmail: "night@example.com" });
const firewall = synthesizedBeside((app, props) => new FirewallStack(app, "Firewall", props)).template;
const prices = readPrices();
const [idle, ...busy] = sizes;
if (!idle) throw new Error("There is no idle month.");

describe("nothing of the templates goes unpriced:", () => {
  test.each([
    ["prod", prod],
    ["its firewall", firewall],
  ])("%s", (_, template) => {
    for (const size of sizes)
      expect(totalOf(billOf(usageOf(template, size), prices)).paid).toBeGreaterThanOrEqual(0);
  });

  test("a type that nobody has priced stops the count", () => {
    const Resources = { ...prod.Resources, Nat: { Type: "AWS::EC2::NatGateway", Properties: {} } };
    expect(() => usageOf({ Resources }, idle)).toThrow("says nothing of AWS::EC2::NatGateway");
  });

  test("every price is of something that is used, and everything used has a price", () => {
    const named = new Set(Object.values(priced).flatMap((what) => (Array.isArray(what) ? what : [])));
    expect([...named].sort()).toEqual(Object.keys(prices.prices).sort());
    expect(() => billOf({ moonlight: 1 }, prices)).toThrow("no price of moonlight");
  });
});

test("a month in which nobody comes costs at most a dollar, after what AWS never charges", () => {
  const lines = billOf(usageOf(prod, idle), prices);
  expect(totalOf(lines).paid).toBeLessThanOrEqual(1);
});

test("the arithmetic, as pinned", () => {
  const one = (what: string, quantity: number) => billOf({ [what]: quantity }, prices)[0];
  expect(one("alarm metrics", 14)).toMatchObject({ listed: 1.4000000000000001, paid: 0.4 });
  expect(one("queue requests", 1_500_000)?.paid).toBeCloseTo(0.2);
  expect(one("emails", 5_000)?.paid).toBeCloseTo(0.8);
  expect(one("GB to visitors", 100)).toMatchObject({ listed: 11, paid: 0 });
  expect(totalOf(billOf({ firewalls: 1, "firewall rules": 4, emails: 1_000 }, prices))).toEqual({
    listed: 9.16,
    paid: 9.16,
  });
});

test("an alarm on a calculation counts each metric in it", () => {
  const alarms = all<{ Metrics?: { MetricStat?: unknown }[] }>(prod, "AWS::CloudWatch::Alarm");
  const calculated = alarms.filter(({ properties }) => properties.Metrics);
  const extra = calculated.flatMap(
    ({ properties }) => properties.Metrics?.filter(({ MetricStat }) => MetricStat) ?? [],
  );
  expect(usageOf(prod, idle)["alarm metrics"]).toBe(alarms.length - calculated.length + extra.length);
});

test("a month that is busier costs more", () => {
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

test("a schedule that is read no other way stops the count", () => {
  expect(() => runsOf("cron(0/5 * * * ? *)")).toThrow("not counted yet");
});
