import { Stack } from "aws-cdk-lib";
import type * as cognito from "aws-cdk-lib/aws-cognito";
import * as events from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import * as iam from "aws-cdk-lib/aws-iam";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import * as ses from "aws-cdk-lib/aws-ses";
import type * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { bouncesOf, domainOf } from "../shared/mail-domain.ts";
import type { Stage } from "./stages.ts";

/** The address emails come from, and the configuration set they all pass through. */
export class Mail extends Construct {
  private readonly from: string;
  /** Whose emails these are, where SES knows a whole domain. */
  private readonly domain: string | undefined;
  private readonly identity: ses.EmailIdentity;
  private readonly set: ses.ConfigurationSet;

  constructor(scope: Construct, id: string, { mailFrom, domain }: Stage) {
    super(scope, id);
    this.from = mailFrom;
    this.domain = domain && domainOf(mailFrom);
    this.set = new ses.ConfigurationSet(this, "ConfigurationSet", {
      reputationMetrics: true,
      tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    // The account's own bus: what happens to mail is rare enough to need none of its own.
    const bus = events.EventBus.fromEventBusName(this, "Bus", "default");
    this.set.addEventDestination("Events", {
      destination: ses.EventDestination.eventBus(bus),
      events: [
        ses.EmailSendingEvent.SEND,
        ses.EmailSendingEvent.DELIVERY,
        ses.EmailSendingEvent.DELIVERY_DELAY,
        ses.EmailSendingEvent.BOUNCE,
        ses.EmailSendingEvent.COMPLAINT,
        ses.EmailSendingEvent.REJECT,
      ],
    });
    this.identity = new ses.EmailIdentity(this, "Identity", {
      ...(this.domain
        ? {
            identity: ses.Identity.domain(this.domain),
            // Until its records stand in the DNS, SES goes on with a name of its own, and emails leave as before.
            mailFromDomain: bouncesOf(this.domain),
            mailFromBehaviorOnMxFailure: ses.MailFromBehaviorOnMxFailure.USE_DEFAULT_VALUE,
          }
        : { identity: ses.Identity.email(mailFrom) }),
    });
  }

  /** Tells a function the delivery status of each email; what could not be told ends among the dead letters. */
  onEvent(to: lambda.Function, deadLetterQueue: sqs.Queue): void {
    new events.Rule(this, "Events", {
      description: "The delivery status of the emails that were sent.",
      eventPattern: {
        source: ["aws.ses"],
        detail: { mail: { tags: { "ses:configuration-set": [this.set.configurationSetName] } } },
      },
      targets: [new LambdaFunction(to, { deadLetterQueue })],
    });
  }

  /**
   * Has what a user pool mails leave from our address. Cognito tries it when it is told: the identity must be verified
   * by then, and SES must mail to anybody.
   */
  sendFor(pool: cognito.UserPool): void {
    (pool.node.defaultChild as cognito.CfnUserPool).emailConfiguration = {
      emailSendingAccount: "DEVELOPER",
      from: this.from,
      sourceArn: this.identity.emailIdentityArn,
    };
  }

  /** Lets a function ask for the account's own sending rate, which has no resource to be named. */
  grantReadRate(to: lambda.Function): void {
    to.addToRolePolicy(new iam.PolicyStatement({ actions: ["ses:GetSendQuota"], resources: ["*"] }));
  }

  /** Lets a function ask what SES has seen of the domain's records; these calls have no resource to be named. */
  grantReadDomain(to: lambda.Function): void {
    if (this.domain === undefined) return;
    to.addEnvironment("MAIL_DOMAIN", this.domain);
    const actions = ["ses:GetIdentityDkimAttributes", "ses:GetIdentityMailFromDomainAttributes"];
    to.addToRolePolicy(new iam.PolicyStatement({ actions, resources: ["*"] }));
  }

  /**
   * Lets a function send emails from our address. Sending through a set takes permission on the identity and on the
   * set; and as long as SES keeps the account in its sandbox, on the identity of the recipient as well.
   */
  grantSend(to: lambda.Function): void {
    const arn = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: "ses", resource, resourceName });
    to.addEnvironment("MAIL_FROM", this.from);
    to.addEnvironment("MAIL_CONFIGURATION_SET", this.set.configurationSetName);
    to.addToRolePolicy(
      new iam.PolicyStatement({
        actions: ["ses:SendEmail"],
        resources: [arn("identity", "*"), arn("configuration-set", this.set.configurationSetName)],
        conditions: { StringEquals: { "ses:FromAddress": this.from } },
      }),
    );
  }
}
