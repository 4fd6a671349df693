/** Receives commands for the running process, at a secret path from running.json. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { Environment, Outcome } from "aws-local";
import type { ScheduleName } from "../../infra/background-functions.ts";
import { localSchedule } from "../../infra/stack-names.ts";

export interface Run {
  schedule: string;
  /** The time that the run used as its own, ISO 8601. */
  at: string;
  outcome: Outcome;
}

/** `runDaily` runs the reminders for a day, or for today; `runNow` a schedule as of now. */
export type Command = { runDaily: { day?: string | undefined } } | { runNow: ScheduleName };

/** Returns the address that accepts commands as JSON. */
export function openControl(environment: Environment): string {
  const path = `/local/${randomUUID()}`;
  environment.aws.handle(path, (request, response) => void handle(environment, request, response));
  return `${environment.awsEndpoint}${path}`;
}

async function handle(environment: Environment, request: IncomingMessage, response: ServerResponse) {
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  try {
    const command = JSON.parse(await text(request)) as Command;
    if ("runDaily" in command) send(200, await runDaily(environment, command.runDaily.day));
    else if ("runNow" in command) send(200, await runNow(environment, command.runNow));
    else throw new Error("There is no such command.");
  } catch (error) {
    send(400, { error: error instanceof Error ? error.message : String(error) });
  }
}

/** The wait for the work that a schedule starts. Later retries can take longer. */
const IDLE_TIMEOUT_MS = 60_000;

/** Runs the daily run alone, as of its time on the day in the schedule's time zone. */
async function runDaily(environment: Environment, day: string | undefined): Promise<Run[]> {
  const name = localSchedule("daily-run");
  const daily = environment.schedules().find((schedule) => schedule.name === name);
  if (!daily) throw new Error(`The template has no schedule ${name}.`);
  const { Temporal } = await import("temporal-polyfill");
  const { expression, timeZone, nextAfter } = daily;
  const date =
    day === undefined
      ? Temporal.Instant.fromEpochMilliseconds(environment.now()).toZonedDateTimeISO(timeZone).toPlainDate()
      : Temporal.PlainDate.from(day);
  const start = date.toZonedDateTime(timeZone).epochMilliseconds;
  const end = date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
  const at = nextAfter(start - 1);
  if (at === null || at >= end)
    throw new Error(`${name} (${expression}) does not run on ${date.toString()}.`);
  const runs = [await run(environment, name, at)];
  await Promise.race([environment.idle(), wait(IDLE_TIMEOUT_MS, undefined, { ref: false })]);
  return runs;
}

/** Runs a schedule as of now. */
export const runNow = async (environment: Environment, schedule: ScheduleName): Promise<Run[]> => [
  await run(environment, localSchedule(schedule), environment.now()),
];

const run = async (environment: Environment, schedule: string, at: number): Promise<Run> => ({
  schedule,
  at: new Date(at).toISOString(),
  outcome: await environment.runSchedule(schedule, at),
});
