/** What stands between a stage and its deployment: `npm run preflight -- --stage prod`. It changes nothing. */
import { parseArgs } from "node:util";
import { fail } from "../command.ts";
import { readStage } from "../deploy/stage-settings.ts";
import { lineOf } from "./findings.ts";
import { preflight } from "./preflight.ts";

try {
  const { values } = parseArgs({ options: { stage: { type: "string" } } });
  const stage = readStage(values.stage);
  const { findings, clear } = await preflight(stage);
  console.info(findings.map(lineOf).join("\n"));
  console.info(
    clear ? `\nNothing stands in the way of ${stage.name}.` : `\n${stage.name} cannot be deployed yet.`,
  );
  process.exitCode = clear ? 0 : 1;
} catch (error) {
  fail(error);
}
