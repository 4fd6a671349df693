import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type AlarmProperties, type Period, statesOver } from "./checks/alarm-states.ts";
import { synthesize } from "./checks/synthesize.ts";
import { all, referred } from "./checks/template.ts";

type Alarm = AlarmProperties & {
  AlarmActions: unknown[];
  OKActions: unknown[];
  AlarmDescription: string;
  Dimensions?: { Value: unknown }[];
  Period?: number;
};

const template = synthesize({ stage: "prod", alarmEmail: "night@example.com" });
const alarms = all<Alarm>(template, "AWS::CloudWatch::Alarm");

/** The logical ids of what some alarm watches by this metric. */
const watched = (metric: string) =>
  alarms.flatMap(({ properties: { MetricName = "", Dimensions, Metrics = [] } }) =>
    [{ MetricName, Dimensions }, ...Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])]
      .filter(({ MetricName }) => MetricName === metric)
      .flatMap(({ Dimensions = [] }) => Dimensions.map(({ Value }) => referred(Value))),
  );
const functions = (name: RegExp) =>
  all(template, "AWS::Lambda::Function")
    .map(({ id }) => id)
    .filter((id) => name.test(id))
    .sort();

test("there are ten alarms at most: as many as an account has for nothing, and as a person takes seriously", () => {
  expect(alarms.length).toBeGreaterThan(0);
  expect(alarms.length).toBeLessThanOrEqual(10);
});

test.each(alarms)("$id tells somebody what it means for people, and where to read on", ({ properties }) => {
  for (const actions of [properties.AlarmActions, properties.OKActions])
    expect(actions.map((topic) => template.Resources[referred(topic)]?.Type)).toEqual(["AWS::SNS::Topic"]);
  expect(properties.AlarmDescription).toMatch(/^[A-Z].{40,160}\. See docs\/operations\.md, "Alarms"\.$/);
  expect(properties.AlarmDescription).toMatch(/reminder|reminded|visitor|email|mail|people|staff/i);
});

test("the chapter that the alarms point to exists", () =>
  expect(readFileSync("docs/operations.md", "utf8")).toContain("\n## Alarms\n"));

test("the topic is read by the address of the command line, and by nobody where none is given", () => {
  const subscriptions = all<{ Endpoint: string; Protocol: string }>(template, "AWS::SNS::Subscription");
  expect(subscriptions.map(({ properties }) => [properties.Protocol, properties.Endpoint])).toEqual([
    ["email", "night@example.com"],
  ]);
  expect(all(synthesize({}), "AWS::SNS::Subscription")).toEqual([]);
});

test("every queue of dead letters is covered", () => {
  const queues = all<{ RedrivePolicy?: unknown }>(template, "AWS::SQS::Queue");
  const deadLetters = queues.filter(({ properties }) => !properties.RedrivePolicy).map(({ id }) => id);
  expect(deadLetters.length).toBeGreaterThan(0);
  expect(watched("ApproximateNumberOfMessagesVisible").sort()).toEqual(deadLetters.sort());
});

test("every queue that is worked off is watched for its oldest message", () => {
  const queues = all<{ RedrivePolicy?: unknown }>(template, "AWS::SQS::Queue");
  const worked = queues.filter(({ properties }) => properties.RedrivePolicy).map(({ id }) => id);
  expect(watched("ApproximateAgeOfOldestMessage").sort()).toEqual(worked.sort());
});

test("every function that no route leads to is watched for errors, and the API's by what it answers", () => {
  expect(watched("Errors").sort()).toEqual(functions(/^(Auth|Messages|Reminders|Retention)/));
  expect(functions(/^(?!Auth|Messages|Reminders|Retention|Api|CustomCDK)/)).toEqual([]);
  expect(watched("5xx")).toEqual(all(template, "AWS::ApiGatewayV2::Api").map(({ id }) => id));
});

test("a daily run that does not start is noticed, although nothing is counted then", () => {
  const missed = alarms.find(({ id }) => id.startsWith("AlarmsSweepMissed"))?.properties;
  expect(missed && [missed.TreatMissingData, missed.Threshold]).toEqual(["breaching", 1]);
  const [hour] = missed?.Metrics?.flatMap(({ MetricStat }) => MetricStat?.Period ?? []) ?? [];
  expect((hour ?? 0) * (missed?.EvaluationPeriods ?? 0)).toBe(26 * 3600);
  expect(watched("Invocations")).toEqual(functions(/Sweep/));
});

test.each([
  ["Reputation.BounceRate", 0.05],
  ["Reputation.ComplaintRate", 0.001],
])("%s rings before SES puts the account under review", (metric, review) => {
  const threshold = alarms.find(({ properties }) => properties.MetricName === metric)?.properties.Threshold;
  expect(threshold).toBeGreaterThan(0);
  expect(threshold).toBeLessThan(review);
});

/** Hours, quarters or minutes in which nothing is measured, as for most of a day. */
const silence = (periods: number): Period[] => Array.from({ length: periods }, () => ({}));

/** For each alarm what makes it ring, and what lets it rest again, where little is measured. */
const stories: [alarm: string, trouble: Period[], afterwards: Period[]][] = [
  ["BackgroundErrors", [{ m0: 1, m3: 2 }], silence(1)],
  ["SweepMissed", silence(26), [{ m0: 1 }]],
  ["ContactMailStuck", [{ m0: 700 }], silence(1)],
  ["RemindersStuck", [{ m0: 7_300 }], silence(1)],
  ["DeadLetters", [{ m1: 1 }], [{ m1: 0 }]],
  ["BounceRate", [{ m0: 0.05 }], [{ m0: 0.01 }]],
  ["ComplaintRate", [{ m0: 0.001 }], [{ m0: 0 }]],
  ["ApiErrors", [{ m0: 3 }], silence(1)],
  ["ApiLatency", [{ m0: 4_000 }, { m0: 3_500 }, { m0: 5_000 }], [{ m0: 400 }]],
];
const alarmNamed = (name: string) => {
  const found = alarms.find(({ id }) => id.startsWith(`Alarms${name}`));
  if (!found) throw new Error(`There is no alarm ${name}.`);
  return found;
};

test("the story of every alarm is told", () =>
  expect(stories.map(([name]) => alarmNamed(name).id).sort()).toEqual(alarms.map(({ id }) => id).sort()));

test.each(stories)(
  "%s rings and rests again, with five calls in a quarter of an hour",
  (name, trouble, afterwards) => {
    const { properties } = alarmNamed(name);
    const well = statesOver(properties, [...afterwards, ...afterwards], 5);
    expect(well.at(-1)).not.toBe("ALARM");
    expect(statesOver(properties, [...afterwards, ...trouble], 5).at(-1)).toBe("ALARM");
    expect(statesOver(properties, [...afterwards, ...trouble, ...afterwards], 5).at(-1)).toBe("OK");
  },
);

test("a bounce rate that was too high stays so while nothing is sent", () =>
  expect(statesOver(alarmNamed("BounceRate").properties, [{ m0: 0.05 }, ...silence(3)])).toEqual(
    Array(4).fill("ALARM"),
  ));

test("a day between two daily runs is no missed one", () =>
  expect(statesOver(alarmNamed("SweepMissed").properties, [{ m0: 1 }, ...silence(25)]).at(-1)).toBe("OK"));
