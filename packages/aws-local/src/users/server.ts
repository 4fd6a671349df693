import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { AwsError } from "../aws-error.ts";
import { close, listen } from "../http-server.ts";
import * as account from "./account.ts";
import * as admin from "./admin.ts";
import { createAttempts } from "./attempts.ts";
import { createChallenges } from "./challenges.ts";
import * as directory from "./directory.ts";
import * as mfa from "./mfa.ts";
import * as reset from "./password-reset.ts";
import type { Group, Operation, PoolEmail, UserPool } from "./pool.ts";
import { clientSettings, poolSettings } from "./pool-settings.ts";
import { openUserRecords } from "./records.ts";
import { initiateAuth, respondToAuthChallenge } from "./sign-in.ts";
import { publicKeys } from "./tokens.ts";

export type UserPoolSettings = {
  region: string;
  /** `<region>_<name>` */
  poolId: string;
  /** The resolved properties of AWS::Cognito::UserPool. */
  pool: Record<string, unknown>;
  /** The resolved properties of each AWS::Cognito::UserPoolClient. */
  clients: { id: string; props: Record<string, unknown> }[];
  groups: Group[];
  /** Where users, sign-ins and the signing key are kept; without it in memory only. */
  directory?: string;
  /** On 127.0.0.1; 0 for any. */
  port: number;
  sendEmail(email: PoolEmail): void | Promise<void>;
  trigger?: UserPool["trigger"];
};

/** What a browser may call; a person proves who they are in the call itself. */
const PUBLIC = new Map<string, Operation>(
  Object.entries({
    AssociateSoftwareToken: mfa.associateSoftwareToken,
    ConfirmForgotPassword: reset.confirmForgotPassword,
    ForgotPassword: reset.forgotPassword,
    GetTokensFromRefreshToken: account.getTokensFromRefreshToken,
    GetUser: account.getUser,
    GlobalSignOut: account.globalSignOut,
    InitiateAuth: initiateAuth,
    RespondToAuthChallenge: respondToAuthChallenge,
    RevokeToken: account.revoke,
    SetUserMFAPreference: mfa.setUserMfaPreference,
    UpdateUserAttributes: account.updateUserAttributes,
    VerifySoftwareToken: mfa.verifySoftwareToken,
  }),
);

/** What needs AWS credentials: only through `call`, whose caller has judged them. */
const ADMIN = new Map<string, Operation>(
  Object.entries({
    AdminAddUserToGroup: directory.adminAddUserToGroup,
    AdminCreateUser: admin.adminCreateUser,
    AdminDisableUser: admin.adminDisableUser,
    AdminEnableUser: admin.adminEnableUser,
    AdminGetUser: admin.adminGetUser,
    AdminListGroupsForUser: directory.adminListGroupsForUser,
    AdminRemoveUserFromGroup: directory.adminRemoveUserFromGroup,
    AdminSetUserMFAPreference: mfa.adminSetUserMfaPreference,
    AdminSetUserPassword: admin.adminSetUserPassword,
    AdminUpdateUserAttributes: admin.adminUpdateUserAttributes,
    AdminUserGlobalSignOut: admin.adminUserGlobalSignOut,
    ListGroups: directory.listGroups,
    ListUsers: directory.listUsers,
    ListUsersInGroup: directory.listUsersInGroup,
  }),
);

/** A Cognito user pool on 127.0.0.1: the public operations over HTTP, all of them through `call`. */
export async function openUserPool(settings: UserPoolSettings) {
  const pool: UserPool = {
    region: settings.region,
    id: settings.poolId,
    name: settings.poolId.split("_")[1] ?? "",
    issuer: "",
    settings: poolSettings(settings.pool),
    clients: new Map(settings.clients.map(({ id, props }) => [id, clientSettings(id, props)])),
    groups: settings.groups,
    records: await openUserRecords(settings.directory, settings.poolId),
    challenges: createChallenges(),
    attempts: createAttempts(),
    sendEmail: settings.sendEmail,
    trigger:
      settings.trigger ??
      (() => Promise.reject(new AwsError("UnexpectedLambdaException", "Functions do not run here."))),
  };
  const server = createServer((request, response) => void answer(pool, request, response));
  const url = await listen(server, settings.port);
  pool.issuer = `${url}/${pool.id}`;

  return {
    url,
    issuer: pool.issuer,
    /** Runs any operation; its errors are AwsError. */
    async call(name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
      const run = PUBLIC.get(name) ?? ADMIN.get(name);
      if (!run) throw unknownOperation(name);
      if (ADMIN.has(name) && input.UserPoolId !== pool.id) {
        throw new AwsError(
          "ResourceNotFoundException",
          `User pool ${String(input.UserPoolId)} does not exist.`,
        );
      }
      return run(pool, input);
    },
    /** Removes everybody, with what they were in the midst of. */
    empty(): void {
      Object.assign(pool.records, { users: [], signIns: [] });
      pool.records.save();
      Object.assign(pool, { challenges: createChallenges(), attempts: createAttempts() });
    },
    close: () => close(server),
  };
}

async function answer(pool: UserPool, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const type = request.method === "GET" ? "application/json" : "application/x-amz-json-1.1";
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": type }).end(JSON.stringify(body));
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader(
    "access-control-expose-headers",
    "x-amzn-errortype,x-amzn-errormessage,x-amzn-requestid",
  );
  try {
    if (request.method === "OPTIONS") return void answerPreflight(request, response);
    if (request.method === "GET") return void send(...document(pool, request.url));
    const name = String(request.headers["x-amz-target"]).split(".").at(-1) ?? "";
    if (ADMIN.has(name))
      throw new AwsError("MissingAuthenticationTokenException", "Missing Authentication Token");
    const run = PUBLIC.get(name);
    if (!run) throw unknownOperation(name);
    send(200, await run(pool, await readJson(request)));
  } catch (error) {
    const known = error instanceof AwsError ? error : internal(error);
    response.setHeader("x-amzn-errortype", known.code);
    send(known.status, { __type: known.code, message: known.message, ...known.details });
  }
}

/** The page that signs in is served from another origin: the browser asks first. */
function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response
    .writeHead(204, {
      "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
      "access-control-allow-methods": "POST, GET, OPTIONS",
      "access-control-max-age": "7200",
    })
    .end();
}

function document(pool: UserPool, path: string | undefined): [number, unknown] {
  if (path === `/${pool.id}/.well-known/jwks.json`) return [200, publicKeys(pool)];
  if (path === `/${pool.id}/.well-known/openid-configuration`) {
    return [
      200,
      {
        issuer: pool.issuer,
        jwks_uri: `${pool.issuer}/.well-known/jwks.json`,
        id_token_signing_alg_values_supported: ["RS256"],
        response_types_supported: ["code", "token"],
        scopes_supported: ["openid", "email", "phone", "profile"],
        subject_types_supported: ["public"],
      },
    ];
  }
  return [404, { message: "Not found" }];
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse((await text(request)) || "{}");
  } catch {
    throw new AwsError("SerializationException", "The body is not JSON");
  }
}

function unknownOperation(name: string): AwsError {
  return new AwsError("UnknownOperationException", `${name} does not run here`);
}

function internal(error: unknown): AwsError {
  console.error("The user pool failed:", error);
  return new AwsError("InternalErrorException", "Internal error", 500);
}
