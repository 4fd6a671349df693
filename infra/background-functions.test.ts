import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type BackgroundName,
  backgroundFunctions,
  entryOf,
  rowInDocs,
  schedulesOf,
} from "./background-functions.ts";
import { synthesize } from "./checks/synthesize.ts";
import { referencedId, resourcesOf } from "./checks/template.ts";
import { scheduleName } from "./stack-names.ts";

type Fn = { Environment: { Variables: Record<string, unknown> } };

const template = synthesize({ name: "prod", mpesa: { short_code: "522522" } });
const names = Object.keys(backgroundFunctions) as BackgroundName[];
const nameOf = new Map(
  resourcesOf<Partial<Fn>>(template, "AWS::Lambda::Function").map(({ id, properties }) => [
    id,
    String(properties.Environment?.Variables.POWERTOOLS_SERVICE_NAME),
  ]),
);
const named = (target: unknown) => nameOf.get(referencedId(target)) ?? "";
const triggeredBy = (kind: "schedules" | "queue" | "event") =>
  names.filter((name) => kind in backgroundFunctions[name].trigger).sort();

test("each file of lambdas/jobs is a function of the table", () => {
  const files = readdirSync("lambdas/jobs").filter((file) => !file.endsWith(".test.ts"));
  expect(files.map((file) => `lambdas/jobs/${file}`).sort()).toEqual(names.map(entryOf).sort());
});

describe("the table says what starts each background function:", () => {
  test("schedules", () => {
    const schedules = resourcesOf<{ Name: string; Target: { Arn: unknown } }>(
      template,
      "AWS::Scheduler::Schedule",
    );
    const expected = names.flatMap((name) =>
      schedulesOf(name).map(([schedule]) => [scheduleName("Mwamba-prod", schedule), name]),
    );
    expect(schedules.map(({ properties: { Name, Target } }) => [Name, named(Target.Arn)]).sort()).toEqual(
      expected.sort(),
    );
  });

  test("queues", () => {
    const consumers = resourcesOf<{ FunctionName: unknown }>(template, "AWS::Lambda::EventSourceMapping");
    expect(consumers.map(({ properties }) => named(properties.FunctionName)).sort()).toEqual(
      triggeredBy("queue"),
    );
  });

  test("events", () => {
    const targets = [
      ...resourcesOf<{ Targets: { Arn: unknown }[] }>(template, "AWS::Events::Rule").flatMap(
        ({ properties }) => properties.Targets.map(({ Arn }) => named(Arn)),
      ),
      ...resourcesOf<{ LambdaConfig: Record<string, unknown> }>(template, "AWS::Cognito::UserPool").flatMap(
        ({ properties }) => Object.values(properties.LambdaConfig).map(named),
      ),
    ];
    expect(targets.sort()).toEqual(triggeredBy("event"));
  });
});

test("each alarm says what each of its functions means for people", () => {
  const alarms = resourcesOf<{ AlarmDescription: string }>(template, "AWS::CloudWatch::Alarm");
  for (const { alarm } of Object.values(backgroundFunctions)) {
    const metricAlarm = alarms.find(({ id }) => id.startsWith(`Alarms${alarm.name}`));
    expect(metricAlarm?.properties.AlarmDescription.toLowerCase()).toContain(alarm.people);
  }
});

test("the price of a scheduled function counts its runs in thirty days", () => {
  for (const name of triggeredBy("schedules")) {
    const runs = schedulesOf(name).reduce(
      (sum, [, { when }]) => sum + ("everyMinutes" in when ? 43_200 / when.everyMinutes : 30),
      0,
    );
    expect(backgroundFunctions[name].price).toBe(`${runs.toLocaleString("en")} runs a month`);
  }
});

test("docs/operations.md has the table", () => {
  const guide = readFileSync("docs/operations.md", "utf8");
  expect(guide.split("\n").filter((line) => line.startsWith("| `lambdas/"))).toEqual(names.map(rowInDocs));
});
