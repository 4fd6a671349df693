/**
 * Deploys a stage of stages.json: `npm run deploy -- --stage prod`. Checks the account, builds, shows the changes, asks,
 * and deploys exactly what it showed.
 * `--yes`: do not ask and do not check types, because continuous integration did. `--built`: use the existing build.
 * `--lose <logical id>`: accept that this resource's state is lost. `--back` (`npm run rollback`): deploy the release
 * before the deployed one again, without a build. `--new-secret`: deploy nothing, but replace the secret that CloudFront
 * and the API share.
 */
import { parseArgs } from "node:util";
import { readStage } from "../../infra/stages.ts";
import { fail } from "../command.ts";
import { withCredentialsHelp } from "../preflight/findings.ts";
import { confirm } from "./confirm.ts";
import { deploy, goBack } from "./deploy.ts";
import { renewOriginSecret } from "./renew-origin-secret.ts";

try {
  const { values } = parseArgs({
    options: {
      stage: { type: "string" },
      settings: { type: "string" },
      yes: { type: "boolean", default: false },
      built: { type: "boolean", default: false },
      "new-secret": { type: "boolean", default: false },
      lose: { type: "string", multiple: true, default: [] },
      back: { type: "boolean", default: false },
    },
  });
  const stage = readStage(values.stage, values.settings);
  const approve = async (question: string) => values.yes || (await confirm(question, stage.name));
  const { built, yes: checked, lose, settings } = values;
  if (values.back) await goBack(stage, approve, lose);
  else if (values["new-secret"]) await renewOriginSecret(stage, approve);
  else await deploy(stage, { approve, built, checked, lose, settings });
} catch (error) {
  fail(withCredentialsHelp(error));
}
