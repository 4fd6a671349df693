import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type AlarmProperties, alarmStates, type Period } from "../test/product/alarm-states.ts";
import { type BackgroundName, backgroundFunctions, functionsOfAlarm } from "./background-functions.ts";
import { synthesize } from "./checks/synthesize.ts";
import { referencedId, resourcesOf } from "./checks/template.ts";

type Alarm = AlarmProperties & {
  AlarmActions: unknown[];
  OKActions: unknown[];
  AlarmDescription: string;
  Dimensions?: { Value: unknown }[];
  Period?: number;
};

const settings = { name: "prod", alarmEmail: "night@example.com", mpesa: { short_code: "522522" } };
const template = synthesize({ ...settings, vault: { region: "eu-central-1" } });
const alarms = resourcesOf<Alarm>(template, "AWS::CloudWatch::Alarm");

/** The logical ids, or fixed names, that any alarm watches with this metric. */
const watched = (metric: string) =>
  alarms.flatMap(({ properties: { MetricName = "", Dimensions, Metrics = [] } }) =>
    [{ MetricName, Dimensions }, ...Metrics.flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])]
      .filter(({ MetricName }) => MetricName === metric)
      .flatMap(({ Dimensions = [] }) => Dimensions.map(({ Value }) => referencedId(Value) || Value)),
  );
const functions = resourcesOf<{ Environment?: { Variables: Record<string, unknown> } }>(
  template,
  "AWS::Lambda::Function",
).map(({ id, properties }) => ({ id, name: properties.Environment?.Variables.POWERTOOLS_SERVICE_NAME }));
/** The logical ids of background functions. */
const idsOf = (names: readonly string[]) =>
  names.map((name) => functions.find((found) => found.name === name)?.id ?? name).sort();
const inBackground = Object.keys(backgroundFunctions) as BackgroundName[];
/** The functions whose errors an alarm counts. */
const watchedForErrors = [...functionsOfAlarm("BackgroundErrors"), ...functionsOfAlarm("SiteUnreachable")];

test("there are few alarms, because each needs a person", () => {
  expect(alarms.length).toBeGreaterThan(0);
  expect(alarms.length).toBeLessThanOrEqual(12);
});

test.each(alarms)("$id says what it means for people, and where to read more", ({ properties }) => {
  for (const actions of [properties.AlarmActions, properties.OKActions])
    expect(actions.map((topic) => template.Resources[referencedId(topic)]?.Type)).toEqual([
      "AWS::SNS::Topic",
    ]);
  expect(properties.AlarmDescription).toMatch(/^[A-Z].{40,300}\. See docs\/operations\.md, "Alarms"\.$/);
  expect(properties.AlarmDescription).toMatch(/reminder|reminded|visitor|email|mail|people|staff/i);
});

test("the operations guide has a section for each alarm, with what to do first", () => {
  const guide = readFileSync("docs/operations.md", "utf8");
  expect(guide).toContain("\n## Alarms\n");
  const sections = guide.split(/^##+ /m).filter((section) => /^1\. /m.test(section));
  const headings = sections.map((section) => section.split("\n")[0]).join(", ");
  for (const { id } of alarms) expect(headings).toContain(id.replace(/^Alarms|[0-9A-F]{8}$/g, ""));
});

test("the topic's subscriber is the address from the context; without one there is none", () => {
  const subscriptions = resourcesOf<{ Endpoint: string; Protocol: string }>(
    template,
    "AWS::SNS::Subscription",
  );
  expect(subscriptions.map(({ properties }) => [properties.Protocol, properties.Endpoint])).toEqual([
    ["email", "night@example.com"],
  ]);
  expect(resourcesOf(synthesize({}), "AWS::SNS::Subscription")).toEqual([]);
});

test("every dead-letter queue is watched", () => {
  const queues = resourcesOf<{ RedrivePolicy?: unknown }>(template, "AWS::SQS::Queue");
  // The sweep of the outbox fails for a paper without a number, so its queue needs no dead letters.
  const deadLetters = queues
    .map(({ id, properties }) => (properties.RedrivePolicy ? "" : id))
    .filter((id) => id !== "" && !id.startsWith("InvoicingNumbers"));
  expect(deadLetters.length).toBeGreaterThan(0);
  expect(watched("ApproximateNumberOfMessagesVisible").sort()).toEqual(deadLetters.sort());
});

test("every other queue is watched for its oldest message", () => {
  const queues = resourcesOf<{ RedrivePolicy?: unknown }>(template, "AWS::SQS::Queue");
  const queuesWithDeadLetters = queues
    .filter(({ properties }) => properties.RedrivePolicy)
    .map(({ id }) => id);
  expect(watched("ApproximateAgeOfOldestMessage").sort()).toEqual(queuesWithDeadLetters.sort());
});

test("every background function is watched for errors or has a queue for failures, and the API for 5xx responses", () => {
  // The age of a queue and dead letters show when the others fail.
  expect([...new Set(watched("Errors"))].sort()).toEqual(idsOf(watchedForErrors));
  const others = functions.filter(({ id }) => !/^(Api|CustomCDK)/.test(id)).map(({ id }) => id);
  expect(others.sort()).toEqual(idsOf(inBackground));
  expect(watched("5xx")).toEqual(resourcesOf(template, "AWS::ApiGatewayV2::Api").map(({ id }) => id));
});

test.each(["SweepMissed", "RetentionMissed"] as const)(
  "%s notices a daily run that does not start, although there is no data then",
  (name) => {
    const { properties: missed } = alarmNamed(name);
    expect([missed.TreatMissingData, missed.Threshold]).toEqual(["breaching", 1]);
    const [hour = 0] = missed.Metrics?.flatMap(({ MetricStat }) => MetricStat?.Period ?? []) ?? [];
    expect(hour * missed.EvaluationPeriods).toBe(26 * 3600);
    expect(watched("Invocations")).toEqual(expect.arrayContaining(idsOf(functionsOfAlarm(name))));
  },
);

test("a stage with a vault notices backups that fail or do not start, and copies that fail", () => {
  const [vault] = resourcesOf(template, "AWS::Backup::BackupVault");
  for (const metric of ["NumberOfBackupJobsFailed", "NumberOfBackupJobsExpired"])
    expect(watched(metric)).toEqual([vault?.id]);
  expect(watched("NumberOfCopyJobsFailed")).toEqual([vault?.id, "Mwamba-prod-copies"]);
  const without = resourcesOf(synthesize(settings), "AWS::CloudWatch::Alarm");
  expect(alarms.filter(({ id }) => !without.some((alarm) => alarm.id === id))).toEqual([
    alarmNamed("BackupFailed"),
  ]);
});

test("a retention run that fails is noticed by its dead letter", () => {
  const queues = resourcesOf(template, "AWS::Lambda::EventInvokeConfig")
    .map(({ properties }) => JSON.stringify(properties))
    .filter((properties) => properties.includes("RetentionRetain"))
    .map((properties) => /"Destination":\{"Fn::GetAtt":\["(\w+)"/.exec(properties)?.[1]);
  expect(queues).toHaveLength(1);
  expect(watched("ApproximateNumberOfMessagesVisible")).toEqual(expect.arrayContaining(queues));
});

test("failed events of functions without a queue go to a dead-letter queue, unless an alarm counts their errors", () => {
  const configured = resourcesOf<{ FunctionName: unknown; DestinationConfig?: { OnFailure?: unknown } }>(
    template,
    "AWS::Lambda::EventInvokeConfig",
  )
    .filter(({ properties }) => properties.DestinationConfig?.OnFailure)
    .map(({ properties }) => referencedId(properties.FunctionName));
  const withoutQueue = inBackground.filter((name) => !("queue" in backgroundFunctions[name].trigger));
  expect(configured.sort()).toEqual(idsOf(withoutQueue.filter((name) => !watchedForErrors.includes(name))));
});

test.each([
  ["Reputation.BounceRate", 0.05],
  ["Reputation.ComplaintRate", 0.001],
])("%s alarms before SES puts the account under review", (metric, review) => {
  const threshold = alarms.find(({ properties }) => properties.MetricName === metric)?.properties.Threshold;
  expect(threshold).toBeGreaterThan(0);
  expect(threshold).toBeLessThan(review);
});

/** Periods without data. */
const silence = (periods: number): Period[] => Array.from({ length: periods }, () => ({}));

/** For each alarm, the data that sets it off and the data that clears it. */
const stories: [alarm: string, trouble: Period[], recovery: Period[]][] = [
  ["BackgroundErrors", [{ m0: 1, m1: 2 }], silence(1)],
  ["SweepMissed", silence(26), [{ m0: 1 }]],
  ["RetentionMissed", silence(26), [{ m0: 1 }]],
  ["WorkStuck", [{ m1: 700 }], silence(1)],
  ["RemindersStuck", [{ m0: 7_300 }], silence(1)],
  ["DeadLetters", [{ m1: 1 }], [{ m1: 0 }]],
  ["BounceRate", [{ m0: 0.05 }], [{ m0: 0.01 }]],
  ["ComplaintRate", [{ m0: 0.001 }], [{ m0: 0 }]],
  ["BackupFailed", [{ m3: 1 }], silence(1)],
  ["ApiErrors", [{ m0: 3 }], silence(1)],
  ["SiteUnreachable", [{ m0: 1 }, { m0: 1 }], [{ m0: 0 }]],
  ["ApiLatency", [{ m0: 4_000 }, { m0: 3_500 }, { m0: 5_000 }], [{ m0: 400 }]],
];
const alarmNamed = (name: string) => {
  const alarm = alarms.find(({ id }) => id.startsWith(`Alarms${name}`));
  if (!alarm) throw new Error(`There is no alarm ${name}.`);
  return alarm;
};

test("every alarm has a story", () =>
  expect(stories.map(([name]) => alarmNamed(name).id).sort()).toEqual(alarms.map(({ id }) => id).sort()));

test.each(stories)("%s alarms and clears, with five samples a period", (name, trouble, recovery) => {
  const { properties } = alarmNamed(name);
  const healthy = alarmStates(properties, [...recovery, ...recovery], 5);
  expect(healthy.at(-1)).not.toBe("ALARM");
  expect(alarmStates(properties, [...recovery, ...trouble], 5).at(-1)).toBe("ALARM");
  expect(alarmStates(properties, [...recovery, ...trouble, ...recovery], 5).at(-1)).toBe("OK");
});

const counted = alarms
  .filter(({ properties }) => properties.ComparisonOperator.startsWith("GreaterThanOrEqual"))
  .filter(({ properties }) => properties.TreatMissingData === "notBreaching")
  .flatMap(({ id, properties }) =>
    (properties.Metrics?.filter(({ MetricStat }) => MetricStat) ?? [{ Id: "m0" }]).map(
      ({ Id }) => [id, Id, properties] as const,
    ),
  );

test.each(counted)(
  "%s rises with data of %s alone, and falls when there is none",
  (_, metric, properties) => {
    const { EvaluationPeriods, Threshold } = properties;
    const trouble = Array.from({ length: EvaluationPeriods }, () => ({ [metric]: Threshold }));
    const states = alarmStates(properties, [...silence(3), ...trouble, ...silence(EvaluationPeriods)]);
    expect(states.map((state) => state === "ALARM")).toEqual(
      [...silence(3), ...trouble, ...silence(EvaluationPeriods)].map(
        (_, at) => at >= 2 + EvaluationPeriods && at < 3 + EvaluationPeriods,
      ),
    );
  },
);

test("the alarm for a high bounce rate stays while nothing is sent", () =>
  expect(alarmStates(alarmNamed("BounceRate").properties, [{ m0: 0.05 }, ...silence(3)])).toEqual(
    Array(4).fill("ALARM"),
  ));

test("one failed probe is no alarm, and probes that do not run are one", () => {
  const { properties } = alarmNamed("SiteUnreachable");
  expect(alarmStates(properties, [{ m0: 0 }, { m0: 1 }, { m0: 0 }])).not.toContain("ALARM");
  expect(alarmStates(properties, [{ m0: 0 }, ...silence(2)]).at(-1)).toBe("ALARM");
});

test("a day between two daily runs is not a missed run", () =>
  expect(alarmStates(alarmNamed("SweepMissed").properties, [{ m0: 1 }, ...silence(25)]).at(-1)).toBe("OK"));
