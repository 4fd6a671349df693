import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { AwsError } from "../aws-error.ts";
import { close, listen } from "../http-server.ts";
import type { Template } from "../template/template.ts";
import { accountOperations } from "./account.ts";
import { adminOperations } from "./admin.ts";
import { createAttempts } from "./attempts.ts";
import { mfaOperations } from "./mfa.ts";
import type { Group, Operation, PoolEmail, UserPool } from "./pool.ts";
import { clientSettings, poolSettings } from "./pool-settings.ts";
import { openUserRecords } from "./records.ts";
import { signInOperations } from "./sign-in.ts";
import { publicKeys } from "./tokens.ts";

export type UserPoolSettings = {
  /** `<region>_<name>` */
  poolId: string;
  /** The resolved properties of AWS::Cognito::UserPool. */
  pool: Record<string, unknown>;
  /** The resolved properties of each AWS::Cognito::UserPoolClient. */
  clients: { id: string; props: Record<string, unknown> }[];
  groups: Group[];
} & UserServiceOptions;

type UserServiceOptions = {
  /** Where users, sign-ins and the signing key are kept; without it in memory only. */
  directory?: string;
  /** On 127.0.0.1; 0 for any. */
  port: number;
  sendEmail(email: PoolEmail): void | Promise<void>;
  trigger?: UserPool["trigger"];
};

/** What a browser may call; a person proves who they are in the call itself. */
const publicOperations = new Map<string, Operation>(
  Object.entries({ ...signInOperations, ...accountOperations, ...mfaOperations }),
);
/** Only through `call`, whose caller has judged them. */
const privateOperations = new Map<string, Operation>(Object.entries(adminOperations));

/** The template's user pool, with its clients and groups. */
export async function openUserService(template: Template, options: UserServiceOptions) {
  type Properties = Record<string, unknown>;
  const [pool, ...others] = template.all<Properties>("AWS::Cognito::UserPool");
  if (!pool || others.length > 0) throw new Error("The template must have exactly one user pool.");
  const refOf = (id: string) => template.resolve({ Ref: id }) as string;
  const poolId = refOf(pool.id);
  const clients = template
    .all<Properties>("AWS::Cognito::UserPoolClient")
    .map(({ id, properties }) => ({ id: refOf(id), props: properties }));
  const groups = template
    .all<{ GroupName: string; Precedence?: number }>("AWS::Cognito::UserPoolGroup")
    .map(({ properties: { GroupName, Precedence } }) => ({
      name: GroupName,
      ...(Precedence !== undefined && { precedence: Number(Precedence) }),
    }));
  const users = await openUserPool({ poolId, pool: pool.properties, clients, groups, ...options });
  return { ...users, poolId, clientId: clients[0]?.id ?? "" };
}

/** A Cognito user pool on 127.0.0.1: the public operations over HTTP, all of them through `call`. */
export async function openUserPool(settings: UserPoolSettings) {
  const { poolId, clients, sendEmail } = settings;
  const rank = ({ precedence = Number.MAX_VALUE }: Group) => precedence;
  const groups = settings.groups.toSorted((a, b) => rank(a) - rank(b));
  const noFunctions = new AwsError("UnexpectedLambdaException", "Functions do not run here.");
  const pool: UserPool = {
    id: poolId,
    name: poolId.split("_")[1] ?? "",
    issuer: "",
    settings: poolSettings(settings.pool),
    clients: new Map(clients.map(({ id, props }) => [id, clientSettings(id, props)])),
    groups,
    records: await openUserRecords(settings.directory, poolId),
    challenges: new Map(),
    attempts: createAttempts(),
    sendEmail,
    trigger: settings.trigger ?? (() => Promise.reject(noFunctions)),
  };
  const server = createServer((request, response) => void answer(pool, request, response));
  const url = await listen(server, settings.port);
  pool.issuer = `${url}/${pool.id}`;

  return {
    url,
    issuer: pool.issuer,
    /** The most important first. */
    groups,
    /** Runs any operation; its errors are AwsError. */
    async call(name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
      const run = publicOperations.get(name) ?? privateOperations.get(name);
      if (!run) throw unknownOperation(name);
      if (privateOperations.has(name) && input.UserPoolId !== pool.id) {
        const message = `User pool ${String(input.UserPoolId)} does not exist.`;
        throw new AwsError("ResourceNotFoundException", message);
      }
      return run(pool, input);
    },
    /** Removes everybody, with what they were in the midst of. */
    empty(): void {
      Object.assign(pool.records, { users: [], signIns: [] });
      pool.records.save();
      Object.assign(pool, { challenges: new Map(), attempts: createAttempts() });
    },
    close: () => close(server),
  };
}

/** The page that signs in is served from another origin: the browser asks first. */
async function answer(pool: UserPool, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  const send = (status: number, body: unknown, type = "application/x-amz-json-1.1") =>
    response.writeHead(status, { "content-type": type }).end(JSON.stringify(body));
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader(
    "access-control-expose-headers",
    "x-amzn-errortype,x-amzn-errormessage,x-amzn-requestid",
  );
  try {
    if (method === "OPTIONS") {
      response.setHeader("access-control-allow-headers", headers["access-control-request-headers"] ?? "*");
      response.setHeader("access-control-allow-methods", "POST, GET, OPTIONS");
      return void response.writeHead(204, { "access-control-max-age": "7200" }).end();
    }
    if (method === "GET" && url === `/${pool.id}/.well-known/jwks.json`)
      return void send(200, publicKeys(pool), "application/json");
    const name = String(headers["x-amz-target"]).split(".").at(-1) ?? "";
    if (privateOperations.has(name))
      throw new AwsError("MissingAuthenticationTokenException", "Missing Authentication Token");
    const run = publicOperations.get(name);
    if (!run) throw unknownOperation(name);
    send(200, await run(pool, await readJson(request)));
  } catch (error) {
    if (!(error instanceof AwsError)) console.error("The user pool failed:", error);
    const known =
      error instanceof AwsError ? error : new AwsError("InternalErrorException", "Internal error", 500);
    response.setHeader("x-amzn-errortype", known.code);
    send(known.status, { __type: known.code, message: known.message, ...known.details });
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse((await text(request)) || "{}");
  } catch {
    throw new AwsError("SerializationException", "The body is not JSON");
  }
}

const unknownOperation = (name: string) =>
  new AwsError("UnknownOperationException", `${name} does not run here`);
