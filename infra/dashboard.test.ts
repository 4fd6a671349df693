import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { synthesize } from "./checks/synthesize.ts";
import { all, text } from "./checks/template.ts";

type Widget = { type: string; properties: { alarms?: string[]; metrics?: unknown[][]; query?: string } };

const template = synthesize({ stage: "prod" });
const [screen, ...others] = all<{ DashboardBody: unknown }>(template, "AWS::CloudWatch::Dashboard");
const { widgets }: { widgets: Widget[] } = JSON.parse(text(screen?.properties.DashboardBody));

/** The logical ids of what is shown by a metric, or the metric itself where it is the whole account's. */
const shown = (metric: string) =>
  widgets
    .flatMap(({ properties }) => properties.metrics ?? [])
    .filter(([, name]) => name === metric)
    .map(([, name, , resource]) => /\$\{(\w+)/.exec(String(resource))?.[1] ?? name);
const ids = (type: string) => all(template, type).map(({ id }) => id);

test("a stage has one dashboard, of the three that an account has for nothing", () =>
  expect([screen?.id, others]).toEqual([expect.any(String), []]));

test("it shows every alarm first", () => {
  const [first] = widgets;
  expect(first?.type).toBe("alarm");
  expect(first?.properties.alarms?.map((arn) => /\$\{(\w+)/.exec(arn)?.[1]).sort()).toEqual(
    ids("AWS::CloudWatch::Alarm").sort(),
  );
});

test("it shows every queue, every function of ours and every table", () => {
  expect(shown("ApproximateNumberOfMessagesVisible").sort()).toEqual(ids("AWS::SQS::Queue").sort());
  const functions = ids("AWS::Lambda::Function").filter((id) => !id.startsWith("CustomCDK"));
  expect(shown("Errors").sort()).toEqual(functions.sort());
  // Of fifty metrics there are none left for what two of them refuse.
  const watched = ids("AWS::DynamoDB::Table")
    .filter((id) => !/^Data(Limits|Staff)/.test(id))
    .sort();
  for (const metric of ["ReadThrottleEvents", "WriteThrottleEvents"])
    expect(shown(metric).sort()).toEqual(watched);
});

test.each(["4xx", "5xx", "Latency", "Bounce", "Complaint", "Delivery", "Reputation.BounceRate", "Throttles"])(
  "it shows %s",
  (metric) => expect(shown(metric).length).toBeGreaterThan(0),
);

test("it counts the delivery status of emails in the words of the log that delivery writes", () => {
  const [log] = widgets.filter(({ type }) => type === "log");
  expect(log?.properties.query).toContain("RemindersDeliveryLogs");
  expect(log?.properties.query).toContain("delivery status");
  expect(readFileSync("lambdas/reminders/delivery.ts", "utf8")).toContain(
    'logEvent("delivery status", { state',
  );
});
