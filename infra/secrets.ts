import { RemovalPolicy } from "aws-cdk-lib";
import * as iam from "aws-cdk-lib/aws-iam";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import * as secretsmanager from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";

/** 62 letters and digits: some 380 bits. */
const generated = { excludePunctuation: true, passwordLength: 64 };

/** The stack's own secrets. CloudFormation generates them; nobody has to know them. */
export class Secrets extends Construct {
  /** The value of CloudFront's header. CloudFormation reads the secret whenever the distribution changes. */
  readonly originHeader: string;
  readonly originSecretArn: string;
  private readonly origin: secretsmanager.Secret;
  private readonly links: secretsmanager.Secret;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.origin = new secretsmanager.Secret(this, "Origin", {
      description: "CloudFront proves with it to the API that a request came through it.",
      // In the format of shared/origin.ts.
      generateSecretString: { ...generated, secretStringTemplate: "{}", generateStringKey: "current" },
    });
    this.originSecretArn = this.origin.secretArn;
    this.originHeader = this.origin.secretValueFromJson("current").unsafeUnwrap();
    this.links = new secretsmanager.Secret(this, "Links", {
      description: "The key of the addresses of clients' own pages.",
      generateSecretString: generated,
      // Without it, every link in every email ends.
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  grantReadOrigin(to: lambda.Function): void {
    this.grantRead(to, this.origin, "ORIGIN_SECRET_ARN");
  }

  grantReadLinks(to: lambda.Function): void {
    this.grantRead(to, this.links, "LINK_SECRET_ARN");
  }

  private grantRead(to: lambda.Function, { secretArn }: secretsmanager.Secret, variable: string): void {
    to.addEnvironment(variable, secretArn);
    to.addToRolePolicy(
      new iam.PolicyStatement({ actions: ["secretsmanager:GetSecretValue"], resources: [secretArn] }),
    );
  }
}
