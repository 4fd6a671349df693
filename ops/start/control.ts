/** Commands for the running process, at a path that only the readers of running.json know. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import type { Environment, Outcome } from "aws-local";

export interface Run {
  schedule: string;
  /** The instant it was run as of, ISO 8601. */
  at: string;
  outcome: Outcome;
}

/** Answers the address that takes `{ "runDaily": { "day": "2026-12-24" } }`; without a day, it is today's. */
export function openControl(environment: Environment): string {
  const path = `/local/${randomUUID()}`;
  environment.aws.handle(path, (request, response) => void answer(environment, request, response));
  return `${environment.awsEndpoint}${path}`;
}

async function answer(environment: Environment, request: IncomingMessage, response: ServerResponse) {
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  try {
    const command = JSON.parse(await text(request)) as { runDaily?: { day?: string } };
    if (!command.runDaily) throw new Error("There is no such command.");
    send(200, await runDaily(environment, command.runDaily.day));
  } catch (error) {
    send(400, { error: error instanceof Error ? error.message : String(error) });
  }
}

/** Milliseconds that are waited for what a schedule has set off; what is tried again later takes longer. */
const AFTERMATH_LIMIT = 60_000;

/** Runs every schedule that is bound to a time of day, as of its own time on that day in its own time zone. */
async function runDaily(environment: Environment, day: string | undefined): Promise<Run[]> {
  const daily = environment.schedules().filter(({ expression }) => expression.startsWith("cron("));
  if (daily.length === 0) throw new Error("The template has no daily schedule.");
  const { Temporal } = await import("temporal-polyfill");
  const runs: Run[] = [];
  for (const { name, expression, timeZone, nextAfter } of daily) {
    const date =
      day === undefined
        ? Temporal.Instant.fromEpochMilliseconds(environment.now()).toZonedDateTimeISO(timeZone).toPlainDate()
        : Temporal.PlainDate.from(day);
    const start = date.toZonedDateTime(timeZone).epochMilliseconds;
    const end = date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
    const at = nextAfter(start - 1);
    if (at === null || at >= end)
      throw new Error(`${name} (${expression}) does not run on ${date.toString()}.`);
    const outcome = await environment.runSchedule(name, at);
    runs.push({ schedule: name, at: new Date(at).toISOString(), outcome });
  }
  await Promise.race([environment.idle(), wait(AFTERMATH_LIMIT, undefined, { ref: false })]);
  return runs;
}
