import { stackName } from "../../infra/stack-names.ts";
import { createAwsClients } from "../preflight/aws-clients.ts";
import { formatFinding } from "../preflight/findings.ts";
import { staffMailOf } from "../preflight/mail.ts";
import { preflight } from "../preflight/preflight.ts";
import { assemble } from "./assemble.ts";
import { nextSteps } from "./next-steps.ts";
import { type Approve, distributionDomainOf, firewallArnOf, release, siteBucketOf } from "./release.ts";
import { removeStack } from "./remove-stack.ts";
import { retireAssets } from "./retire-assets.ts";
import { run } from "./run.ts";
import { type NamedStage, type ResolvedStage, sideStacksOf } from "./stage-settings.ts";

/** `built` and `checked`: skip these steps, because they are already done. `lose`: logical ids whose loss is accepted. */
type Options = { approve: Approve; built: boolean; checked: boolean; newSecret: boolean; lose: string[] };

/** @throws Error with the reason. Nothing has changed then, unless CloudFormation reports it */
export async function deploy(named: NamedStage, options: Options): Promise<void> {
  const { approve, built, checked, ...releaseOptions } = options;
  const { account, findings, clear } = await preflight(named);
  console.info(findings.map(formatFinding).join("\n"));
  if (!clear)
    throw new Error(`\n${stackName(named)} is not deployed: fix what is marked STOP, and try again.`);
  let stage: ResolvedStage = {
    ...named,
    staffMail: await staffMailOf(createAwsClients(named.region), named),
  };
  // Types only: format and lint must not delay an urgent deployment.
  if (!checked) await run(process.execPath, ["node_modules/typescript/bin/tsc", "--noEmit"]);
  const approveRelease: Approve = (what) => approve(`Deploy ${what} to ${stage.name} in account ${account}?`);

  if (stage.waf && !stage.webAclArn) {
    // CloudFront needs the firewall's ARN, so the firewall is deployed first.
    if (!(await firewallArnOf(stage))) await release(stage, await assemble(stage, { built }), approveRelease);
    const webAclArn = await firewallArnOf(stage);
    if (!webAclArn) throw new Error("The firewall's stack has no output WebAclArn.");
    stage = { ...stage, webAclArn };
  }
  const { first } = await release(stage, await assemble(stage, { built }), approveRelease, releaseOptions);
  const bucket = await siteBucketOf(stage);
  if (bucket)
    console.info(
      `S3 removes ${await retireAssets(stage.region, bucket)} file(s) of older releases in 30 days.`,
    );
  // Last, because the deployment has to detach a firewall first.
  for (const { name, enabled } of sideStacksOf(stage))
    if (!enabled) await removeStack(name, (what) => approve(`Remove ${what} from account ${account}?`));
  console.info(nextSteps(stage, { first, distribution: await distributionDomainOf(stage) }));
}
