import { stackOf } from "../../infra/stack-names.ts";
import type { FoundStage } from "./stage-settings.ts";

/** What a deployment came to; `distribution` is CloudFront's own name of the site. */
type Outcome = { first: boolean; distribution: string | undefined };

/** What is left to do by hand, and how to see that it works. */
export function whatNext(stage: FoundStage, { first, distribution }: Outcome): string {
  const { name, region, alarmEmail, domain, staffMail } = stage;
  const stack = stackOf(stage);
  const once = [
    `npm run preflight -- --stage ${name}    which says what SES still waits for`,
    `AWS_REGION=${region} npm run staff -- invite you@example.com --role admin --stack ${stack}    the first administrator`,
    ...(alarmEmail ? [`${alarmEmail} has an email from AWS: confirm it, or no alarm arrives`] : []),
  ];
  const always = [
    // A name may come with any deployment.
    ...(domain && distribution
      ? [`at the DNS of ${domain}, a CNAME to ${distribution}, unless it is there already`]
      : []),
    ...(staffMail === "cognito"
      ? [
          "once SES mails to anybody, deploy again: until then invitations and codes leave through Cognito, 50 a day",
        ]
      : []),
    `npm run smoke -- --stack ${stack}    does it work?`,
    ...(name === "prod"
      ? ["npm run released    keeps this template, against which changes are judged; commit it"]
      : []),
  ];
  const steps = [...(first ? once : []), ...always].map((step) => `  ${step}`);
  return [`\n${stack} is deployed. What comes next:`, ...steps].join("\n");
}
