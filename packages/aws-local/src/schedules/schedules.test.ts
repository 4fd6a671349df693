import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { templateOf } from "../../test/template-under-test.ts";
import { startSchedules } from "./schedules.ts";

const TARGET = "arn:aws:lambda:eu-west-1:111122223333:function:sweep";
const QUEUE = "arn:aws:sqs:eu-west-1:111122223333:dead";
const START = Date.parse("2026-11-20T00:00:00Z");
const DAY = 86_400_000;

let schedules: ReturnType<typeof startSchedules> | undefined;
let offsetMs = 0;
beforeEach(() => {
  offsetMs = 0;
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  schedules?.stop();
  vi.useRealTimers();
});

function start(props: Record<string, unknown> = {}, target: Record<string, unknown> = {}, failures = 0) {
  const events: unknown[] = [];
  const dead: unknown[] = [];
  const template = templateOf({
    Role: {
      Type: "AWS::IAM::Role",
      Properties: {
        AssumeRolePolicyDocument: {
          Statement: {
            Effect: "Allow",
            Action: "sts:AssumeRole",
            Principal: { Service: "scheduler.amazonaws.com" },
          },
        },
      },
    },
    daily: {
      Type: "AWS::Scheduler::Schedule",
      Properties: {
        Name: "daily",
        ScheduleExpression: "cron(0 7 * * ? *)",
        ScheduleExpressionTimezone: "Africa/Nairobi",
        Target: {
          Arn: TARGET,
          RoleArn: { "Fn::GetAtt": ["Role", "Arn"] },
          Input: '{"time":"<aws.scheduler.scheduled-time>"}',
          ...target,
        },
        ...props,
      },
    },
  });
  const started = startSchedules(template, {
    now: () => Date.now() + offsetMs,
    async deliver(_sender, arn, body, ...attributes) {
      if (arn === QUEUE) return void dead.push([arn, body, ...attributes]);
      expect(arn).toBe(TARGET);
      events.push(JSON.parse(body));
      if (events.length <= failures) throw new TypeError("no answer");
      return { swept: true };
    },
    log: () => {},
  });
  schedules = started;
  return { schedules: started, events, dead };
}

/** Sets the machine's clock, as after sleep, and runs what is due. */
async function jump(to: string): Promise<void> {
  vi.setSystemTime(Date.parse(to) - 1000);
  await vi.advanceTimersByTimeAsync(1000);
}

test("a schedule runs once at its time, with the scheduled time in its input", async () => {
  const { events, schedules } = start();
  const [daily] = schedules.list();
  expect(daily).toMatchObject({
    name: "daily",
    expression: "cron(0 7 * * ? *)",
    timeZone: "Africa/Nairobi",
  });
  expect(daily?.nextAfter(Date.now())).toBe(Date.parse("2026-11-20T04:00:00Z"));
  await jump("2026-11-20T03:59:59.999Z");
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(events).toEqual([{ time: "2026-11-20T04:00:00Z" }]);
  await jump("2026-11-21T03:59:59.500Z");
  expect(events).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(events).toHaveLength(2);
});

test("setting the clock forward makes up only the latest missed run; setting it back repeats none", async () => {
  const { events } = start();
  offsetMs = 400 * DAY;
  await vi.advanceTimersByTimeAsync(1000);
  expect(events).toEqual([{ time: "2027-12-24T04:00:00Z" }]);
  offsetMs = 399 * DAY;
  await jump("2026-11-20T04:00:00Z");
  expect(events).toHaveLength(1);
});

test("context attributes are replaced, and each attempt has its number", async () => {
  const Input =
    '{"arn":"<aws.scheduler.schedule-arn>","id":"<aws.scheduler.execution-id>","try":"<aws.scheduler.attempt-number>"}';
  const { events } = start({}, { Input }, 2);
  await jump("2026-11-20T04:00:00Z");
  await vi.advanceTimersByTimeAsync(120_000);
  const arn = "arn:aws:scheduler:eu-west-1:111122223333:schedule/default/daily";
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(events).toEqual(["1", "2", "3"].map((attempt) => ({ arn, id, try: attempt })));
  expect(new Set(events.map((event) => (event as { id: string }).id)).size).toBe(1);
});

test("a target without an input gets the service's default event", async () => {
  const { events } = start({}, { Input: undefined });
  await jump("2026-11-20T04:00:00Z");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(events[0]).toMatchObject({
    source: "aws.scheduler",
    "detail-type": "Scheduled Event",
    time: "2026-11-20T04:00:00Z",
    account: "111122223333",
    region: "eu-west-1",
  });
});

test("a run that fails on every attempt goes to the dead-letter queue with its input and the reason", async () => {
  const policy = { RetryPolicy: { MaximumRetryAttempts: 2 }, DeadLetterConfig: { Arn: QUEUE } };
  const { events, dead } = start({}, policy, 99);
  await jump("2026-11-20T04:00:00Z");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(events).toHaveLength(3);
  expect(dead).toEqual([
    [
      QUEUE,
      '{"time":"2026-11-20T04:00:00Z"}',
      expect.objectContaining({
        ERROR_CODE: "TypeError",
        ERROR_MESSAGE: "no answer",
        EXHAUSTED_RETRY_CONDITION: "MaximumRetryAttempts",
      }),
    ],
  ]);
});

test("an event that is too old is not retried", async () => {
  const policy = { RetryPolicy: { MaximumEventAgeInSeconds: 60 }, DeadLetterConfig: { Arn: QUEUE } };
  const { events, dead } = start({}, policy, 999);
  await jump("2026-11-20T04:00:00Z");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(events.length).toBeLessThan(10);
  expect(dead).toHaveLength(1);
});

test("a disabled schedule does not run", async () => {
  const disabled = start({ State: "DISABLED" });
  await jump("2026-11-28T00:00:00Z");
  expect(disabled.events).toEqual([]);
  expect(disabled.schedules.list()[0]?.nextAfter(0)).toBeNull();
});

test("a manual run uses the given instant and returns the result", async () => {
  const { schedules, events } = start({ State: "DISABLED" }, {}, 1);
  const at = Date.parse("2027-01-01T04:00:00Z");
  expect(await schedules.run("daily", at)).toEqual({ error: "no answer" });
  expect(await schedules.run("daily", at)).toEqual({ outcome: { swept: true } });
  expect(events).toEqual([{ time: "2027-01-01T04:00:00Z" }, { time: "2027-01-01T04:00:00Z" }]);
  expect(await schedules.run("none", at)).toEqual({ error: "There is no schedule named none" });
});

test("stopping ends runs and retries", async () => {
  const { schedules, events } = start({}, {}, 99);
  await jump("2026-11-20T04:00:00Z");
  schedules.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  await jump("2026-11-21T04:00:00Z");
  expect(events).toHaveLength(1);
});
