import { all, type Template } from "../../infra/checks/template.ts";
import type { Usage } from "./bill.ts";
import { priced } from "./priced.ts";

/** A month of the business. */
export type Size = {
  name: string;
  clients: number;
  subscriptions: number;
  visitors: number;
  /** People of the staff, and their calls of the API together. */
  staff: number;
  staffRequests: number;
  messages: number;
};

export const sizes: Size[] = [
  { name: "idle", clients: 0, subscriptions: 0, visitors: 0, staff: 0, staffRequests: 0, messages: 0 },
  {
    name: "small",
    clients: 50,
    subscriptions: 80,
    visitors: 1_000,
    staff: 3,
    staffRequests: 5_000,
    messages: 20,
  },
  {
    name: "medium",
    clients: 500,
    subscriptions: 900,
    visitors: 20_000,
    staff: 10,
    staffRequests: 60_000,
    messages: 300,
  },
  {
    name: "large",
    clients: 10_000,
    subscriptions: 15_000,
    visitors: 300_000,
    staff: 40,
    staffRequests: 500_000,
    messages: 3_000,
  },
];

// What one of each takes: estimates on the high side, to be corrected by the first bill; no measurement prints them.
const secondsOfARun = 0.2;
const kilobytesOfLogs = 2;
const emailsOfASubscription = 2;
const writesOfAEmail = 12;
const runsOfAEmail = 4;
/** Against the limits of its sender's address. */
const countsOfAMessage = 2;
const rowsInAReadUnit = 16;
const listsAmongRequests = 0.2;
const writesAmongRequests = 0.1;
const kilobytesOfAVisit = 400;
const requestsOfAVisit = 20;
/** The assets of a hundred releases, which stay. */
const gigabytesOfTheSite = 0.2;
/** Lambda asks an empty queue with five pollers, each every twenty seconds. */
const pollsOfAQueue = (5 * 3600 * 24 * 30) / 20;
const mebi = 1024 * 1024;

/** What a month of this size uses of the template's resources. @throws Error for a type that nobody has priced */
export function usageOf(template: Template, size: Size): Usage {
  const types = new Set(Object.values(template.Resources).map(({ Type }) => Type));
  const unknown = [...types].filter((type) => !(type in priced));
  if (unknown.length > 0) throw new Error(`ops/cost/priced.ts says nothing of ${unknown.join(", ")}.`);
  const used = use(template, size);
  const here = new Set([...types].flatMap((type) => [priced[type] ?? []].flat()));
  return Object.fromEntries(Object.entries(used).filter(([what]) => here.has(what)));
}

function use(template: Template, size: Size): Usage {
  const count = (type: string) => all(template, type).length;
  const emails = size.subscriptions * emailsOfASubscription + size.messages;
  const runsBySchedule = all<{ ScheduleExpression: string }>(template, "AWS::Scheduler::Schedule").reduce(
    (sum, { properties }) => sum + runsOf(properties.ScheduleExpression),
    0,
  );
  const calls = size.staffRequests + size.messages;
  const runs = calls + runsBySchedule + emails * runsOfAEmail;
  const memory = Math.max(
    ...all<{ MemorySize?: number }>(template, "AWS::Lambda::Function").map(
      ({ properties }) => properties.MemorySize ?? 128,
    ),
  );
  const rows = size.clients + size.subscriptions;
  // A year of reminders, renewals and messages stays beside them; a row with its indexes is two kilobytes.
  const stored = ((rows + emails * 12) * 2) / mebi;
  const atEdge = size.visitors * requestsOfAVisit + calls;
  const rules = all<{ Rules?: unknown[] }>(template, "AWS::WAFv2::WebACL");
  return {
    "alarm metrics": alarmMetrics(template),
    "CloudWatch dashboards": count("AWS::CloudWatch::Dashboard"),
    "GB of logs taken in": (runs * kilobytesOfLogs) / mebi,
    "GB-months of logs kept": (runs * kilobytesOfLogs * 3) / mebi,
    traces: runs,
    "Lambda requests": runs,
    "Lambda GB-seconds (ARM)": runs * secondsOfARun * (memory / 1024),
    "API requests": calls,
    "DynamoDB read units": runs * 4 + size.staffRequests * listsAmongRequests * (rows / rowsInAReadUnit),
    "DynamoDB write units":
      emails * writesOfAEmail +
      runsBySchedule +
      calls * writesAmongRequests * 8 +
      size.messages * countsOfAMessage,
    "GB-months in tables": stored,
    "GB-months of point-in-time recovery": stored,
    "queue requests": count("AWS::Lambda::EventSourceMapping") * pollsOfAQueue + emails * 3,
    "schedule runs": runsBySchedule,
    emails,
    "people signing in": size.staff,
    "GB to visitors": (size.visitors * kilobytesOfAVisit + calls * 20) / mebi,
    "requests at the edge": atEdge,
    "functions at the edge": size.visitors * 3,
    "GB-months in the bucket": gigabytesOfTheSite,
    firewalls: rules.length,
    "firewall rules": rules.reduce((sum, { properties }) => sum + (properties.Rules?.length ?? 0), 0),
    "requests through the firewall": atEdge,
  };
}

type Alarm = { Metrics?: { MetricStat?: unknown }[] };

/** An alarm on a calculation is paid for each metric that goes into it. */
const alarmMetrics = (template: Template): number =>
  all<Alarm>(template, "AWS::CloudWatch::Alarm").reduce(
    (sum, { properties: { Metrics } }) => sum + (Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1),
    0,
  );

/** How often a schedule runs in thirty days: `rate(10 minutes)`, or a cron expression of once a day. */
export function runsOf(expression: string): number {
  const [, every, unit = ""] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const minutes = { minute: 1, hour: 60, day: 1440 }[unit];
  if (every && minutes) return (30 * 1440) / (Number(every) * minutes);
  if (/^cron\(\d+ \d+ \* \* \? \*\)$/.test(expression)) return 30;
  throw new Error(`How often ${expression} runs is not counted yet.`);
}
