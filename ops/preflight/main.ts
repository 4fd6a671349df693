/** Checks whether a stage can be deployed, and changes nothing: `npm run preflight -- --stage prod`. */
import { parseArgs } from "node:util";
import { readStage } from "../../infra/stages.ts";
import { fail } from "../command.ts";
import { formatFinding } from "./findings.ts";
import { preflight } from "./preflight.ts";

try {
  const { values } = parseArgs({ options: { stage: { type: "string" } } });
  const stage = readStage(values.stage);
  const { findings, clear } = await preflight(stage);
  console.info(findings.map(formatFinding).join("\n"));
  console.info(clear ? `\n${stage.name} can be deployed.` : `\n${stage.name} cannot be deployed yet.`);
  process.exitCode = clear ? 0 : 1;
} catch (error) {
  fail(error);
}
