/** Runs the daily schedule in the local environment: `npm run sweep [-- --day 2026-12-24]`. */
import { parseArgs } from "node:util";
import { fail } from "../command.ts";
import { sendCommand } from "./send-command.ts";

async function sweep(args: string[]): Promise<boolean> {
  const { values } = parseArgs({ args, options: { day: { type: "string" }, directory: { type: "string" } } });
  const { day } = values;
  if (day !== undefined && !isDay(day)) throw new Error(`“${day}” is not a day such as 2026-12-24.`);
  return sendCommand({ runDaily: { day } }, values.directory);
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text);

try {
  process.exitCode = (await sweep(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  fail(error);
}
