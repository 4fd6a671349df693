import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import * as cognito from "aws-cdk-lib/aws-cognito";
import * as iam from "aws-cdk-lib/aws-iam";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { INVITATION_DAYS } from "../shared/emails/to-staff.ts";
import { createFunction } from "./create-function.ts";
import type { Data } from "./data.ts";
import type { Mail } from "./mail.ts";
import type { Stage } from "./stages.ts";

type Parts = { data: Data; mail: Mail; stage: Stage };

const cognitoMail = { emailSendingAccount: "COGNITO_DEFAULT" };

/**
 * The parameter with the site's address, for the emails to staff. A direct reference would be circular: the pool to the
 * distribution, the distribution to the API, the API to the pool.
 */
export const siteParameterOf = (scope: Construct) => `/${Stack.of(scope).stackName}/site`;

/** Staff are invited. They sign in with email and password over SRP; MFA is optional. */
export class Auth extends Construct {
  readonly pool: cognito.UserPool;
  readonly client: cognito.UserPoolClient;

  constructor(scope: Construct, id: string, { data, mail, stage }: Parts) {
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
        tempPasswordValidity: Duration.days(INVITATION_DAYS),
      },
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.emails(data, stage);
    if (stage.staffMail === "ses") mail.sendUserPoolMail(this.pool);
    // Said explicitly, because CloudFormation does not reset a property that disappears.
    else (this.pool.node.defaultChild as cognito.CfnUserPool).emailConfiguration = cognitoMail;
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
      // People can only change their own name. The role is a group, which only an administrator sets.
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({ fullname: true }),
    });
  }

  /** A function writes the pool's emails, because it knows the company, the person and the site. */
  private emails(data: Data, { logRetention }: Stage): void {
    // Cognito waits at most five seconds.
    const staffMail = createFunction(this, "staff-mail", { timeout: Duration.seconds(5), logRetention });
    data.grant(staffMail, { settings: ["GetItem"] });
    const parameter = siteParameterOf(this);
    staffMail.addEnvironment("SITE_PARAMETER", parameter);
    staffMail.addToRolePolicy(
      new iam.PolicyStatement({
        actions: ["ssm:GetParameter"],
        resources: [
          Stack.of(this).formatArn({
            service: "ssm",
            resource: "parameter",
            resourceName: parameter.slice(1),
          }),
        ],
      }),
    );
    this.pool.addTrigger(cognito.UserPoolOperation.CUSTOM_MESSAGE, staffMail);
  }

  /** Lets a function read who can sign in. */
  grantReadStaff(to: lambda.Function): void {
    this.grant(to, "ListUsers", "AdminGetUser", "AdminListGroupsForUser");
  }

  /** Lets a function invite, set roles, disable, enable, sign out and delete. It can neither read nor set a password. */
  grantManageStaff(to: lambda.Function): void {
    this.grant(
      to,
      "AdminGetUser",
      "AdminCreateUser",
      "AdminUpdateUserAttributes",
      "AdminListGroupsForUser",
      "AdminAddUserToGroup",
      "AdminRemoveUserFromGroup",
      "AdminDisableUser",
      "AdminDeleteUser",
      "AdminEnableUser",
      "AdminUserGlobalSignOut",
      "AdminSetUserMFAPreference",
    );
  }

  private grant(to: lambda.Function, ...actions: string[]): void {
    to.addEnvironment("USER_POOL_ID", this.pool.userPoolId);
    this.pool.grant(to, ...actions.map((action) => `cognito-idp:${action}`));
  }
}
