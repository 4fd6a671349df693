import { Stack } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import * as ses from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";
import type { Stage } from "./stages.ts";

/** The address letters come from, and the configuration set they all pass through. */
export class Mail extends Construct {
  private readonly from: string;
  private readonly identity: ses.EmailIdentity;
  private readonly set: ses.ConfigurationSet;

  constructor(scope: Construct, id: string, { mailFrom, domain }: Stage) {
    super(scope, id);
    this.from = mailFrom;
    this.set = new ses.ConfigurationSet(this, "ConfigurationSet", {
      reputationMetrics: true,
      tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.identity = new ses.EmailIdentity(this, "Identity", {
      identity: domain ? ses.Identity.domain(domain.name) : ses.Identity.email(mailFrom),
    });
  }

  /** Lets a function send letters. Sending through a set takes permission on the identity and on the set. */
  grantSend(to: lambda.Function): void {
    to.addEnvironment("MAIL_FROM", this.from);
    to.addEnvironment("MAIL_CONFIGURATION_SET", this.set.configurationSetName);
    to.addToRolePolicy(
      new iam.PolicyStatement({
        actions: ["ses:SendEmail"],
        resources: [
          this.identity.emailIdentityArn,
          Stack.of(this).formatArn({
            service: "ses",
            resource: "configuration-set",
            resourceName: this.set.configurationSetName,
          }),
        ],
      }),
    );
  }
}
