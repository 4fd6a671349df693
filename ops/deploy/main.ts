/**
 * Deploys a stage of stages.json: `npm run deploy -- --stage prod`. It looks, checks, shows the difference, asks, and
 * deploys exactly what it showed. With `--yes`, somebody approved elsewhere what continuous integration has checked;
 * with `--built`, site and functions are taken as they were built before; with `--new-secret`, CloudFront and the API
 * are given another one between them.
 */
import { parseArgs } from "node:util";
import { fail } from "../command.ts";
import { explained } from "../preflight/findings.ts";
import { confirm } from "./confirm.ts";
import { deploy } from "./deploy.ts";
import { readStage } from "./stage-settings.ts";

try {
  const { values } = parseArgs({
    options: {
      stage: { type: "string" },
      settings: { type: "string" },
      yes: { type: "boolean", default: false },
      built: { type: "boolean", default: false },
      "new-secret": { type: "boolean", default: false },
    },
  });
  const stage = readStage(values.stage, values.settings);
  const approve = async (question: string) => values.yes || (await confirm(question, stage.name));
  const { built, yes: checked, "new-secret": newSecret } = values;
  await deploy(stage, { approve, built, checked, newSecret });
} catch (error) {
  fail(explained(error));
}
