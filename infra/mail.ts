import { Stack } from "aws-cdk-lib";
import type * as cognito from "aws-cdk-lib/aws-cognito";
import * as events from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import * as iam from "aws-cdk-lib/aws-iam";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import * as ses from "aws-cdk-lib/aws-ses";
import type * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { domainOf, mailFromDomain } from "../shared/mail-domain.ts";
import type { Stage } from "./stages.ts";

/** The sender identity, and the configuration set of all emails. */
export class Mail extends Construct {
  private readonly from: string;
  /** The sender's domain. Undefined if SES only verifies the address. */
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
      // Our own marks block an address, and staff can lift them. SES's list of the account would go on blocking it unseen.
      disableSuppressionList: true,
    });
    // The account's default bus; SES supports no other.
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
            // Until the DNS has its records, SES uses a domain of its own, and emails still go out.
            mailFromDomain: mailFromDomain(this.domain),
            mailFromBehaviorOnMxFailure: ses.MailFromBehaviorOnMxFailure.USE_DEFAULT_VALUE,
          }
        : { identity: ses.Identity.email(mailFrom) }),
    });
  }

  /** Sends the delivery status of each email to a function. */
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
   * Sends a user pool's emails from our address. Cognito tests this during the deployment: the identity must be verified
   * and SES out of its sandbox by then.
   */
  sendUserPoolMail(pool: cognito.UserPool): void {
    (pool.node.defaultChild as cognito.CfnUserPool).emailConfiguration = {
      emailSendingAccount: "DEVELOPER",
      from: this.from,
      sourceArn: this.identity.emailIdentityArn,
    };
  }

  /** Lets a function read the account's sending quota, which has no resource to name. */
  grantReadSendQuota(to: lambda.Function): void {
    to.addToRolePolicy(new iam.PolicyStatement({ actions: ["ses:GetSendQuota"], resources: ["*"] }));
  }

  /** Lets a function read the status of the domain's DNS records; these calls have no resource to name. */
  grantReadDomainStatus(to: lambda.Function): void {
    if (this.domain === undefined) return;
    to.addEnvironment("MAIL_DOMAIN", this.domain);
    const actions = ["ses:GetIdentityDkimAttributes", "ses:GetIdentityMailFromDomainAttributes"];
    to.addToRolePolicy(new iam.PolicyStatement({ actions, resources: ["*"] }));
  }

  /**
   * Lets a function send emails from our address. This needs permission on the identity and the configuration set, and
   * in SES's sandbox on the recipient's identity as well.
   */
  grantSend(to: lambda.Function): void {
    const arn = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: "ses", resource, resourceName });
    to.addEnvironment("MAIL_FROM", this.from);
    to.addEnvironment("MAIL_CONFIGURATION_SET", this.set.configurationSetName);
    to.addToRolePolicy(
      new iam.PolicyStatement({
        actions: ["ses:SendRawEmail"],
        resources: [arn("identity", "*"), arn("configuration-set", this.set.configurationSetName)],
        conditions: { StringEquals: { "ses:FromAddress": this.from } },
      }),
    );
  }
}
