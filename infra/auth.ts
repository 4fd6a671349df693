import { Duration, RemovalPolicy } from "aws-cdk-lib";
import * as cognito from "aws-cdk-lib/aws-cognito";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { invitationLetter } from "../shared/staff-letters.ts";

const invitation = invitationLetter();

/** Staff: invited, never self-registered; they sign in by e-mail, over SRP, with a second factor if they want one. */
export class Auth extends Construct {
  readonly pool: cognito.UserPool;
  readonly client: cognito.UserPoolClient;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.pool = new cognito.UserPool(this, "Pool", {
      selfSignUpEnabled: false,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      featurePlan: cognito.FeaturePlan.ESSENTIALS,
      mfa: cognito.Mfa.OPTIONAL,
      mfaSecondFactor: { sms: false, otp: true },
      // Length over symbols, as NIST SP 800-63B advises.
      passwordPolicy: {
        minLength: 12,
        requireLowercase: true,
        requireUppercase: true,
        requireDigits: true,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(7),
      },
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      userInvitation: { emailSubject: invitation.subject, emailBody: invitation.html },
      userVerification: {
        emailStyle: cognito.VerificationEmailStyle.CODE,
        emailSubject: "Your code for a new password",
        emailBody:
          "<p>Your code is <b>{####}</b>.</p><p>If you did not ask for it, you need not do anything.</p>",
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    for (const [precedence, groupName] of (["admin", "staff"] as const).entries()) {
      new cognito.UserPoolGroup(this, groupName, { userPool: this.pool, groupName, precedence });
    }
    this.client = this.pool.addClient("BackOffice", {
      authFlows: { userSrp: true },
      generateSecret: false,
      disableOAuth: true,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.minutes(30),
      idTokenValidity: Duration.minutes(30),
      refreshTokenValidity: Duration.days(7),
      authSessionValidity: Duration.minutes(5),
      readAttributes: new cognito.ClientAttributes().withStandardAttributes({
        email: true,
        emailVerified: true,
        fullname: true,
      }),
      // A name is all that people may change about themselves here; the role is a group, which only an administrator gives.
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({ fullname: true }),
    });
  }

  /** Lets a function know who the administrators are, to write to them. */
  grantListAdministrators(to: lambda.Function): void {
    to.addEnvironment("USER_POOL_ID", this.pool.userPoolId);
    this.pool.grant(to, "cognito-idp:ListUsersInGroup");
  }
}
