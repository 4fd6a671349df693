/** Runs the retention in the local environment: `npm run retain`. */
import { parseArgs } from "node:util";
import { fail } from "../command.ts";
import { sendCommand } from "./send-command.ts";

try {
  const { values } = parseArgs({ options: { directory: { type: "string" } } });
  process.exitCode = (await sendCommand({ runNow: "retention" }, values.directory)) ? 0 : 1;
} catch (error) {
  fail(error);
}
