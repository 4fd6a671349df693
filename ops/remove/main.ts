/** Takes a stage away with all its data, after showing what there is and asking: `npm run remove -- --stage dev`. */
import { parseArgs } from "node:util";
import { readStage } from "../../infra/stages.ts";
import { fail } from "../command.ts";
import { confirm } from "../deploy/confirm.ts";
import { withCredentialsHelp } from "../preflight/findings.ts";
import { removeStage } from "./remove.ts";

try {
  const { values } = parseArgs({ options: { stage: { type: "string" } } });
  const stage = readStage(values.stage);
  await removeStage(stage, (question) => confirm(question, stage.name));
} catch (error) {
  fail(withCredentialsHelp(error));
}
