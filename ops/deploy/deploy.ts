import { stackOf } from "../../infra/stack-names.ts";
import { openAws } from "../preflight/aws.ts";
import { lineOf } from "../preflight/findings.ts";
import { staffMailOf } from "../preflight/mail.ts";
import { preflight } from "../preflight/preflight.ts";
import { assemble } from "./assemble.ts";
import { type Approve, distributionOf, firewallOf, release, siteBucketOf } from "./release.ts";
import { removeStack } from "./remove-stack.ts";
import { retireAssets } from "./retire-assets.ts";
import { run } from "./run.ts";
import { type FoundStage, type NamedStage, stacksBesideOf } from "./stage-settings.ts";
import { whatNext } from "./what-next.ts";

/** `built` and `checked`: whether that was done elsewhere. */
type Options = { approve: Approve; built: boolean; checked: boolean; newSecret: boolean };

/** @throws Error saying what stopped it; nothing has changed then, unless CloudFormation itself says so */
export async function deploy(named: NamedStage, options: Options): Promise<void> {
  const { approve, built, checked, newSecret } = options;
  const { account, findings, clear } = await preflight(named);
  console.info(findings.map(lineOf).join("\n"));
  if (!clear)
    throw new Error(`\n${stackOf(named)} is not deployed: mend what is marked STOP, and try again.`);
  let stage: FoundStage = { ...named, staffMail: await staffMailOf(openAws(named.region), named) };
  // Not the format, for which nobody should have to wait at night.
  if (!checked) await run(process.execPath, ["node_modules/typescript/bin/tsc", "--noEmit"]);
  const asking: Approve = (what) => approve(`Deploy ${what} to ${stage.name} in account ${account}?`);

  if (stage.waf && !stage.webAclArn) {
    // CloudFront is told of the firewall by its ARN, which it has once it stands.
    if (!(await firewallOf(stage))) await release(stage, await assemble(stage, { built }), asking);
    const webAclArn = await firewallOf(stage);
    if (!webAclArn) throw new Error("The firewall's stack has no output WebAclArn.");
    stage = { ...stage, webAclArn };
  }
  const { first } = await release(stage, await assemble(stage, { built }), asking, { newSecret });
  const bucket = await siteBucketOf(stage);
  if (bucket)
    console.info(`${await retireAssets(stage.region, bucket)} file(s) of older releases go in 30 days.`);
  // Only now, when the site no longer stands behind it.
  for (const { name, wanted } of stacksBesideOf(stage))
    if (!wanted) await removeStack(name, (what) => approve(`Remove ${what} from account ${account}?`));
  console.info(whatNext(stage, { first, distribution: await distributionOf(stage) }));
}
