import { expect, test } from "vitest";
import { DELIVERY_LOG_MESSAGE } from "../shared/reminders/delivery-log.ts";
import { synthesize } from "./checks/synthesize.ts";
import { resourcesOf, textOf } from "./checks/template.ts";

type Widget = { type: string; properties: { alarms?: string[]; metrics?: unknown[][]; query?: string } };

const template = synthesize({ name: "prod", mpesa: { short_code: "522522" } });
const [screen, ...otherScreens] = resourcesOf<{ DashboardBody: unknown }>(
  template,
  "AWS::CloudWatch::Dashboard",
);
const { widgets }: { widgets: Widget[] } = JSON.parse(textOf(screen?.properties.DashboardBody));

/** The logical ids shown with a metric, or the metric's name if it belongs to the account. */
const shown = (metric: string) =>
  widgets
    .flatMap(({ properties }) => properties.metrics ?? [])
    .filter(([, name]) => name === metric)
    .map(([, name, , resource]) => /\$\{(\w+)/.exec(String(resource))?.[1] ?? name);
const ids = (type: string) => resourcesOf(template, type).map(({ id }) => id);

test("a stage has one dashboard; an account has three free ones", () =>
  expect([screen?.id, otherScreens]).toEqual([expect.any(String), []]));

test("it shows every alarm first", () => {
  const [first] = widgets;
  expect(first?.type).toBe("alarm");
  expect(first?.properties.alarms?.map((arn) => /\$\{(\w+)/.exec(arn)?.[1]).sort()).toEqual(
    ids("AWS::CloudWatch::Alarm").sort(),
  );
});

test("it shows every queue, background function and table", () => {
  // Failures of one function show as its errors.
  const queues = ids("AWS::SQS::Queue").filter((id) => !id.includes("Failures"));
  expect(shown("ApproximateNumberOfMessagesVisible").sort()).toEqual(queues.sort());
  // The errors of the API's functions show as 5xx, and in the sum of all functions.
  const inBackground = ids("AWS::Lambda::Function").filter((id) => !/^(CustomCDK|Api)/.test(id));
  expect(shown("Errors").sort()).toEqual([...inBackground, "Errors"].sort());
  // The 50 free metrics do not suffice for the throttles of all tables.
  const watched = ids("AWS::DynamoDB::Table")
    .filter((id) => !/^Data(Limits|Staff|Settings|Totals|Lookups|Imports|Messages|Papers)/.test(id))
    .sort();
  for (const metric of ["ReadThrottleEvents", "WriteThrottleEvents"])
    expect(shown(metric).sort()).toEqual(watched);
});

test.each(["4xx", "5xx", "Latency", "Bounce", "Complaint", "Delivery", "Reputation.BounceRate", "Throttles"])(
  "it shows %s",
  (metric) => expect(shown(metric).length).toBeGreaterThan(0),
);

test("its log query counts the delivery status of emails", () => {
  const [log] = widgets.filter(({ type }) => type === "log");
  expect(log?.properties.query).toContain("RemindersDeliveryLogs");
  expect(log?.properties.query).toContain(DELIVERY_LOG_MESSAGE);
});
