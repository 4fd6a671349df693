import { resourcesOf, type Template } from "../../infra/checks/template.ts";
import type { Usage } from "./bill.ts";
import { pricesByType } from "./resource-prices.ts";

/** A month of the business. */
export type Size = {
  name: string;
  clients: number;
  subscriptions: number;
  visitors: number;
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

// High estimates. Correct them with the first bill.
const SECONDS_PER_RUN = 0.2;
const LOG_KB_PER_RUN = 2;
const EMAILS_PER_SUBSCRIPTION = 2;
const WRITES_PER_EMAIL = 12;
const RUNS_PER_EMAIL = 4;
/** Counters for the rate limit by address. */
const LIMIT_WRITES_PER_MESSAGE = 2;
const WORKING_DAYS = 22;
/** Each person looks this often a day at the dashboard, which also asks for changes of the lists. */
const LOOKS_A_DAY = 40;
const CALLS_PER_LOOK = 4;
/** `npm run bench dashboard`: 70 for the dashboard, 10 for the changes. */
const UNITS_PER_LOOK = 80;
/** Each person loads both lists this often a day: in a new tab, or on the phone. */
const LIST_LOADS_A_DAY = 4;
/** The bytes of a row. A test compares them with rows that the API wrote. */
export const ROW_BYTES = { clients: 330, subscriptions: 450 };
/** What a unit reads when the read is strongly consistent, as lists are. */
const READ_UNIT_BYTES = 4096;
const WRITES_PER_REQUEST = 0.1;
/** Each working day a tab checks its session for two hours every seven seconds, and for six hours every minute. */
const SESSION_CHECKS_PER_PERSON = WORKING_DAYS * (2 * 514 + 6 * 60);
const KB_PER_VISIT = 400;
const REQUESTS_PER_VISIT = 20;
/** A probe asks for a page, its script, the configuration and a closed route, twice. API Gateway charges for no 401. */
const PROBE = { edgeRequests: 5, kb: 60, seconds: 2 };
/** The daily copies of the tables are kept for 35 days. */
const COPIES = 35;
/** With the assets of a hundred releases. */
const SITE_GB = 0.2;
/** Lambda polls an empty queue with five pollers every twenty seconds. */
const POLLS_PER_QUEUE = (5 * 3600 * 24 * 30) / 20;
const KB_PER_GB = 1024 * 1024;

/** A month's use of the template's resources. @throws Error for a type without an entry in resource-prices.ts */
export function usageOf(template: Template, size: Size): Usage {
  const types = new Set(Object.values(template.Resources).map(({ Type }) => Type));
  const unknown = [...types].filter((type) => !(type in pricesByType));
  if (unknown.length > 0)
    throw new Error(`ops/cost/resource-prices.ts has no entry for ${unknown.join(", ")}.`);
  const all = quantities(template, size);
  const names = new Set([...types].flatMap((type) => [pricesByType[type] ?? []].flat()));
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
}

function quantities(template: Template, size: Size): Usage {
  const count = (type: string) => resourcesOf(template, type).length;
  const emails = size.subscriptions * EMAILS_PER_SUBSCRIPTION + size.messages;
  const runsBySchedule = (named: RegExp) =>
    resourcesOf<{ ScheduleExpression: string }>(template, "AWS::Scheduler::Schedule")
      .filter(({ id }) => named.test(id))
      .reduce((sum, { properties }) => sum + runsOf(properties.ScheduleExpression), 0);
  const [probes, jobs] = [runsBySchedule(/^Probe/), runsBySchedule(/^(?!Probe)/)];
  const requests = size.staffRequests + size.messages;
  const looks = size.staff * WORKING_DAYS * LOOKS_A_DAY;
  const calls = requests + looks * CALLS_PER_LOOK + size.staff * SESSION_CHECKS_PER_PERSON;
  // With table access.
  const working = calls - looks * CALLS_PER_LOOK + jobs + emails * RUNS_PER_EMAIL;
  const runs = calls + jobs + probes + emails * RUNS_PER_EMAIL;
  const memory = Math.max(
    ...resourcesOf<{ MemorySize?: number }>(template, "AWS::Lambda::Function").map(
      ({ properties }) => properties.MemorySize ?? 128,
    ),
  );
  const rows = size.clients + size.subscriptions;
  const listBytes = size.clients * ROW_BYTES.clients + size.subscriptions * ROW_BYTES.subscriptions;
  const listLoads = size.staff * WORKING_DAYS * LIST_LOADS_A_DAY;
  // With a year of reminders, renewals and messages. A row with its indexes has two kilobytes.
  const stored = ((rows + emails * 12) * 2) / KB_PER_GB;
  const atEdge = size.visitors * REQUESTS_PER_VISIT + calls + probes * PROBE.edgeRequests;
  const rules = resourcesOf<{ Rules?: unknown[] }>(template, "AWS::WAFv2::WebACL");
  return {
    "alarm metrics": alarmMetrics(template),
    "CloudWatch dashboards": count("AWS::CloudWatch::Dashboard"),
    "GB of logs ingested": (runs * LOG_KB_PER_RUN) / KB_PER_GB,
    "GB-months of logs stored": (runs * LOG_KB_PER_RUN * 3) / KB_PER_GB,
    traces: runs,
    "Lambda requests": runs,
    "Lambda GB-seconds (ARM)": (runs * SECONDS_PER_RUN + probes * PROBE.seconds) * (memory / 1024),
    "API requests": calls,
    "DynamoDB read units": working * 4 + looks * UNITS_PER_LOOK + listLoads * (listBytes / READ_UNIT_BYTES),
    "DynamoDB write units":
      emails * WRITES_PER_EMAIL +
      jobs +
      requests * WRITES_PER_REQUEST * 8 +
      size.messages * LIMIT_WRITES_PER_MESSAGE,
    "GB-months in tables": stored,
    "GB-months of point-in-time recovery": stored,
    "GB-months of daily copies": stored * COPIES * count("AWS::Backup::BackupVault"),
    "GB copied to another region": stored * 30 * count("AWS::Backup::BackupPlan"),
    "queue requests": count("AWS::Lambda::EventSourceMapping") * POLLS_PER_QUEUE + emails * 3,
    "schedule runs": jobs + probes,
    secrets: count("AWS::SecretsManager::Secret"),
    // A running function reads its secrets every five minutes at most.
    "reads of secrets": Math.min(calls + emails, 10 * 12 * 24 * 30),
    emails,
    "people signing in": size.staff,
    "GB to visitors": (size.visitors * KB_PER_VISIT + requests * 20 + probes * PROBE.kb) / KB_PER_GB,
    "requests at the edge": atEdge,
    "functions at the edge": size.visitors * 3,
    "GB-months in the bucket": SITE_GB,
    firewalls: rules.length,
    "firewall rules": rules.reduce((sum, { properties }) => sum + (properties.Rules?.length ?? 0), 0),
    "requests through the firewall": atEdge,
  };
}

type Alarm = { Metrics?: { MetricStat?: unknown }[] };

/** An alarm on an expression is charged for each of its metrics. */
const alarmMetrics = (template: Template): number =>
  resourcesOf<Alarm>(template, "AWS::CloudWatch::Alarm").reduce(
    (sum, { properties: { Metrics } }) => sum + (Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1),
    0,
  );

/** The runs in thirty days of `rate(10 minutes)` or a daily cron expression. */
export function runsOf(expression: string): number {
  const [, every, unit = ""] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const minutes = { minute: 1, hour: 60, day: 1440 }[unit];
  if (every && minutes) return (30 * 1440) / (Number(every) * minutes);
  if (/^cron\(\d+ \d+ \* \* \? \*\)$/.test(expression)) return 30;
  throw new Error(`The schedule ${expression} is not supported.`);
}
