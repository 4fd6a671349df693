/** Runs the daily schedule of the running environment now: `npm run sweep [-- --day 2026-12-24]`. */
import { parseArgs } from "node:util";
import { directoryOf, fail } from "../command.ts";
import type { Run } from "./control.ts";
import { readRunning } from "./running.ts";

async function sweep(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { day: { type: "string" }, directory: { type: "string" } } });
  const { day } = values;
  if (day !== undefined && !isDay(day)) throw new Error(`“${day}” is no day such as 2026-12-24.`);
  const running = readRunning(directoryOf(values.directory));
  if (!running) throw new Error("Nothing runs here: start it with npm start.");
  const response = await fetch(running.control, {
    method: "POST",
    body: JSON.stringify({ runDaily: { day } }),
  });
  const answer = (await response.json()) as Run[] | { error: string };
  if ("error" in answer) throw new Error(answer.error);
  for (const { schedule, at, outcome } of answer) {
    const said = "error" in outcome ? `failed: ${outcome.error}` : JSON.stringify(outcome.outcome ?? "done");
    console.info(`${schedule}, as of ${at}: ${said}`);
  }
  return answer.every(({ outcome }) => !("error" in outcome));
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text);

try {
  process.exitCode = (await sweep(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  fail(error);
}
