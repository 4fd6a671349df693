import { stackName } from "../../infra/stack-names.ts";
import type { NamedStage } from "../../infra/stages.ts";

/** `distribution` is the site's domain at CloudFront. */
type Deployment = { first: boolean; distribution: string | undefined };

/** The steps that a person does after a deployment. */
export function nextSteps(stage: NamedStage, { first, distribution }: Deployment): string {
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
