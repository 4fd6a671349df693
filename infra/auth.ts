import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import * as cognito from "aws-cdk-lib/aws-cognito";
import * as iam from "aws-cdk-lib/aws-iam";
import type * as lambda from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { invitationDays } from "../shared/emails/to-staff.ts";
import type { Data } from "./data.ts";
import { functionOf } from "./function.ts";
import type { Mail } from "./mail.ts";
import type { Stage } from "./stages.ts";

type Parts = { data: Data; mail: Mail; stage: Stage };

/**
 * Where the stack writes down its site's address. By this name alone the emails to staff know it: the pool cannot
 * refer to the distribution, which refers to the API, which refers to the pool.
 */
export const siteParameterOf = (scope: Construct) => `/${Stack.of(scope).stackName}/site`;

/** Staff: invited, never self-registered; they sign in by e-mail, over SRP, with a second factor if they want one. */
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
        tempPasswordValidity: Duration.days(invitationDays),
      },
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.emails(data, stage);
    if (stage.staffMail === "ses") mail.sendFor(this.pool);
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

  /** What the pool mails is worded by a function, which knows the company, the person and the site. */
  private emails(data: Data, { logRetention }: Stage): void {
    // The pool waits no longer.
    const words = functionOf(this, "staff-mail", { timeout: Duration.seconds(5), logRetention });
    data.grant(words, { settings: ["GetItem"] });
    const parameter = siteParameterOf(this);
    words.addEnvironment("SITE_PARAMETER", parameter);
    words.addToRolePolicy(
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
    this.pool.addTrigger(cognito.UserPoolOperation.CUSTOM_MESSAGE, words);
  }

  /** Lets a function know who the staff are: administrators are written to, and anybody may be given work. */
  grantListStaff(to: lambda.Function): void {
    to.addEnvironment("USER_POOL_ID", this.pool.userPoolId);
    this.pool.grant(to, "cognito-idp:ListUsersInGroup");
  }

  /** Lets a function invite, give roles, shut out and end sessions; it can neither read nor set a password. */
  grantManageStaff(to: lambda.Function): void {
    const actions = [
      "ListUsers",
      "AdminGetUser",
      "AdminCreateUser",
      "AdminListGroupsForUser",
      "AdminAddUserToGroup",
      "AdminRemoveUserFromGroup",
      "AdminDisableUser",
      "AdminEnableUser",
      "AdminUserGlobalSignOut",
      "AdminSetUserMFAPreference",
    ];
    this.pool.grant(to, ...actions.map((action) => `cognito-idp:${action}`));
  }
}
