/** Commands for the running process, at a path that only the readers of running.json know. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Environment } from "./environment.ts";
import type { Outcome } from "./functions/asynchronous-invocations.ts";
import { readBody } from "./http-server.ts";
import { readExpression } from "./schedules/cron.ts";

export interface Fired {
  schedule: string;
  /** The instant it was run as of, ISO 8601. */
  at: string;
  outcome: Outcome;
}

/** Answers the address that takes `{ "fire": { "day": "2026-12-24" } }`; without a day, it is today's. */
export function openControl(environment: Environment): string {
  const path = `/local/${randomUUID()}`;
  environment.aws.handle(path, (request, response) => void answer(environment, request, response));
  return `${environment.awsEndpoint}${path}`;
}

async function answer(environment: Environment, request: IncomingMessage, response: ServerResponse) {
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  try {
    const command = JSON.parse((await readBody(request, 10_000)).toString("utf8")) as {
      fire?: { day?: string };
    };
    if (!command.fire) throw new Error("There is no such command.");
    send(200, await fireDaily(environment, command.fire.day));
  } catch (error) {
    send(400, { error: error instanceof Error ? error.message : String(error) });
  }
}

/** Milliseconds that are waited for what a schedule has set off; what is tried again later takes longer. */
const AFTERMATH_LIMIT = 60_000;

/** Runs every schedule that is bound to a time of day, as of its own time on that day in its own time zone. */
async function fireDaily(environment: Environment, day: string | undefined): Promise<Fired[]> {
  const daily = environment.schedules().filter(({ expression }) => expression.startsWith("cron("));
  if (daily.length === 0) throw new Error("The template has no daily schedule.");
  const { Temporal } = await import("temporal-polyfill");
  const fired: Fired[] = [];
  for (const { name, expression, timeZone } of daily) {
    const date =
      day === undefined
        ? Temporal.Instant.fromEpochMilliseconds(environment.now()).toZonedDateTimeISO(timeZone).toPlainDate()
        : Temporal.PlainDate.from(day);
    const start = date.toZonedDateTime(timeZone).epochMilliseconds;
    const end = date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
    const at = readExpression(expression, timeZone).next(start - 1);
    if (at === null || at >= end)
      throw new Error(`${name} (${expression}) does not run on ${date.toString()}.`);
    fired.push({ schedule: name, at: new Date(at).toISOString(), outcome: await environment.fire(name, at) });
  }
  await Promise.race([environment.idle(), wait(AFTERMATH_LIMIT, undefined, { ref: false })]);
  return fired;
}
