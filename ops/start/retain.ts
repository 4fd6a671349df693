/** Runs the retention in the local environment: `npx node ops/start/retain.ts`. */
import { parseArgs } from "node:util";
import { fail } from "../command.ts";
import { sendCommand } from "./send-command.ts";

try {
  const { values } = parseArgs({ options: { directory: { type: "string" } } });
  process.exitCode = (await sendCommand({ runNow: "retention" }, values.directory)) ? 0 : 1;
} catch (error) {
  fail(error);
}
