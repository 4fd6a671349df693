import { GetCallerIdentityCommand } from "@aws-sdk/client-sts";
import { stackName } from "../../infra/stack-names.ts";
import { type NamedStage, sideStacksOf } from "../../infra/stages.ts";
import { checkAccount } from "../preflight/account.ts";
import { createAwsClients } from "../preflight/aws-clients.ts";
import { formatFinding } from "../preflight/findings.ts";
import { preflight } from "../preflight/preflight.ts";
import { assemble } from "./assemble.ts";
import { awsTarget } from "./aws-target.ts";
import { type Approve, distributionDomainOf, reviewRelease, siteBucketOf } from "./release.ts";
import { openReleases } from "./releases.ts";
import { removeStack } from "./remove-stack.ts";
import { retireAssets } from "./retire-assets.ts";
import { run } from "./run.ts";
import { releaseWatched, rollBack } from "./watched-release.ts";

/** `built` and `checked`: skip these steps, because they are already done. `lose`: logical ids whose loss is accepted. */
type Options = {
  approve: Approve;
  built: boolean;
  checked: boolean;
  lose: string[];
  /** The file with the stages, if it is not stages.json. */
  settings: string | undefined;
};

/** @throws Error with the reason. Nothing has changed then, unless CloudFormation reports it */
export async function deploy(stage: NamedStage, options: Options): Promise<void> {
  const { approve, built, checked, lose, settings } = options;
  const { account, findings, clear } = await preflight(stage);
  console.info(findings.map(formatFinding).join("\n"));
  if (!(clear && account))
    throw new Error(`\n${stackName(stage)} is not deployed: fix what is marked STOP, and try again.`);
  // Types only: format and lint must not delay an urgent deployment.
  if (!checked) await run(process.execPath, ["node_modules/typescript/bin/tsc", "--noEmit"]);
  const approveRelease: Approve = (what) => approve(`Deploy ${what} to ${stage.name} in account ${account}?`);

  const assembly = await assemble(stage, { built, settings });
  const { first } = await reviewRelease(stage, assembly, approveRelease, lose);
  await releaseWatched(awsTarget(stage), openReleases(stage, account), assembly, { lose });
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

/** `distribution` is the site's domain at CloudFront. */
type Deployment = { first: boolean; distribution: string | undefined };

/** The steps that a person does after a deployment. */
function nextSteps(stage: NamedStage, { first, distribution }: Deployment): string {
  const { name, region, alarmEmail, domain, staffMail } = stage;
  const stack = stackName(stage);
  const once = [
    `npm run preflight -- --stage ${name}    lists what SES still needs`,
    `AWS_REGION=${region} npm run staff -- invite you@example.com --role admin --stack ${stack}    invites the first administrator`,
    ...(alarmEmail ? [`${alarmEmail} has an email from AWS: confirm it, or no alarms arrive`] : []),
  ];
  const always = [
    // Any deployment can add a domain.
    ...(domain && distribution
      ? [`in the DNS of ${domain}: a CNAME to ${distribution}, if it is missing`]
      : []),
    ...(staffMail === "ses"
      ? []
      : [
          `once SES is out of its sandbox, add "staffMail": "ses" to stages.json and deploy again: until then Cognito sends invitations and codes, 50 a day`,
        ]),
    `npm run smoke -- --stack ${stack}    checks that it works`,
  ];
  const steps = [...(first ? once : []), ...always].map((step) => `  ${step}`);
  return [`\n${stack} is deployed. Next steps:`, ...steps].join("\n");
}

/** @throws Error with the reason */
export async function goBack(stage: NamedStage, approve: Approve, lose: string[]): Promise<void> {
  const { Account = "" } = await createAwsClients(stage.region).sts.send(new GetCallerIdentityCommand({}));
  const finding = checkAccount(Account, stage);
  console.info(formatFinding(finding));
  if (finding.level === "blocker") throw new Error("Nothing was changed.");
  const question = (what: string) => `Deploy ${what} to ${stage.name} in account ${Account} again?`;
  await rollBack(awsTarget(stage), openReleases(stage, Account), (what) => approve(question(what)), lose);
}
