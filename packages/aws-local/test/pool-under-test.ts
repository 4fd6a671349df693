import { Amplify } from "aws-amplify";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { ConsoleLogger } from "aws-amplify/utils";
import type { PoolEmail } from "../src/users/pool.ts";
import { openUserPool } from "../src/users/server.ts";
import { templateOf } from "./template-under-test.ts";

/** The CDK's properties for a pool of invited users who sign in by email address. */
const POOL = {
  AccountRecoverySetting: { RecoveryMechanisms: [{ Name: "verified_email", Priority: 1 }] },
  AdminCreateUserConfig: {
    AllowAdminCreateUserOnly: true,
    InviteMessageTemplate: {
      EmailSubject: "Welcome",
      EmailMessage: "<p>Sign in as {username}</p><p>with {####}</p>",
    },
  },
  AutoVerifiedAttributes: ["email"],
  EnabledMfas: ["SOFTWARE_TOKEN_MFA"],
  MfaConfiguration: "OPTIONAL",
  Policies: {
    PasswordPolicy: {
      MinimumLength: 12,
      RequireLowercase: true,
      RequireNumbers: true,
      RequireSymbols: true,
      RequireUppercase: true,
    },
  },
  UsernameAttributes: ["email"],
  UsernameConfiguration: { CaseSensitive: false },
};

const CLIENT = {
  AccessTokenValidity: 30,
  IdTokenValidity: 30,
  RefreshTokenValidity: 7,
  TokenValidityUnits: { AccessToken: "minutes", IdToken: "minutes", RefreshToken: "days" },
  EnableTokenRevocation: true,
  ExplicitAuthFlows: ["ALLOW_USER_SRP_AUTH", "ALLOW_REFRESH_TOKEN_AUTH"],
  PreventUserExistenceErrors: "ENABLED",
};

const poolOf = (pool: object = {}, client: object = {}) => {
  const group = (GroupName: string, Precedence: number) => {
    return { Type: "AWS::Cognito::UserPoolGroup", Properties: { GroupName, Precedence, UserPoolId } };
  };
  const UserPoolId = { Ref: "Pool" };
  return templateOf({
    Pool: { Type: "AWS::Cognito::UserPool", Properties: { ...POOL, ...pool } },
    Web: { Type: "AWS::Cognito::UserPoolClient", Properties: { ...CLIENT, UserPoolId, ...client } },
    Other: { Type: "AWS::Cognito::UserPoolClient", Properties: { ...CLIENT, UserPoolId } },
    Member: group("member", 2),
    Admin: group("admin", 1),
  });
};
const refOf = (id: string) => poolOf().resolve({ Ref: id }) as string;
export const POOL_ID = refOf("Pool");
export const CLIENT_ID = refOf("Web");
export const OTHER_CLIENT_ID = refOf("Other");

interface Overrides {
  pool?: Record<string, unknown>;
  client?: Record<string, unknown>;
  directory?: string;
  sendEmail?(email: PoolEmail): void;
}

/** A pool with its inbox, and Amplify configured for it with empty storage. */
export async function openPoolUnderTest({ pool, client, ...settings }: Overrides = {}) {
  const inbox: PoolEmail[] = [];
  const opened = await openUserPool(poolOf(pool, client), {
    port: 0,
    sendEmail: (email) => void inbox.push(email),
    trigger: () => Promise.reject(new Error("This pool has no functions.")),
    ...settings,
  });
  const storage = configureAmplify(opened.url);

  return {
    ...opened,
    inbox,
    storage,
    admin: (name: string, input: Record<string, unknown> = {}) =>
      opened.call(name, { UserPoolId: POOL_ID, ...input }),
    /** Creates a user with a permanent password. */
    async createUser(email: string, password: string): Promise<void> {
      const person = { UserPoolId: POOL_ID, Username: email };
      const UserAttributes = [{ Name: "email_verified", Value: "true" }];
      await opened.call("AdminCreateUser", { ...person, UserAttributes, MessageAction: "SUPPRESS" });
      await opened.call("AdminSetUserPassword", { ...person, Password: password, Permanent: true });
    },
    /** Calls a public operation as a browser does. */
    post: (operation: string, input: unknown) => post(opened.url, operation, input),
    /** The code or temporary password at the end of the last email. */
    emailedSecret: () => inbox.at(-1)?.text.split(/\s/).at(-1)?.replace(/\.$/, "") ?? "",
  };
}

/** `storage` replaces the browser's. Amplify has one configuration per process. */
export function configureAmplify(url: string, storage = new Map<string, string>()): Map<string, string> {
  // Hides the warning that the endpoint is not AWS's.
  ConsoleLogger.LOG_LEVEL = "ERROR";
  Amplify.configure({
    Auth: { Cognito: { userPoolId: POOL_ID, userPoolClientId: CLIENT_ID, userPoolEndpoint: url } },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void storage.set(key, value),
    getItem: async (key) => storage.get(key) ?? null,
    removeItem: async (key) => void storage.delete(key),
    clear: async () => storage.clear(),
  });
  return storage;
}

async function post(url: string, operation: string, input: unknown) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
