import { AwsError, notAuthorized } from "../aws-error.ts";
import { readCall, sendError, sendResponse } from "../aws-protocol.ts";
import { type RequestHandler, serve } from "../http-server.ts";
import type { Template } from "../template/template.ts";
import { accountOperations } from "./account.ts";
import { adminOperations } from "./admin.ts";
import { mfaOperations } from "./mfa.ts";
import { findUser, type Group, type Operation, type UserPool } from "./pool.ts";
import { clientSettings, poolSettings } from "./pool-settings.ts";
import { openUserRecords } from "./records.ts";
import { signInOperations } from "./sign-in.ts";
import { publicKeys, signInUser } from "./tokens.ts";

type Options = Pick<UserPool, "sendEmail" | "trigger"> & {
  directory?: string;
  port: number;
};
type Properties = Record<string, unknown>;

/** Operations that a browser may call without AWS credentials. */
const publicOperations = new Map<string, Operation>(
  Object.entries({ ...signInOperations, ...accountOperations, ...mfaOperations }),
);
/** Operations only for `call`, after a permission check. */
const adminOnlyOperations = new Map<string, Operation>(Object.entries(adminOperations));

/** Cognito with the template's user pool: public operations over HTTP, all operations through `call`. */
export async function openUserPool(template: Template, { directory, port, ...callbacks }: Options) {
  const [resource, ...otherPools] = template.all<Properties>("AWS::Cognito::UserPool");
  if (!resource || otherPools.length > 0) throw new Error("The template must have exactly one user pool.");
  const refOf = (id: string) => template.resolve({ Ref: id }) as string;
  const id = refOf(resource.id);
  const clients = template
    .all<Properties>("AWS::Cognito::UserPoolClient")
    .map((client) => clientSettings(refOf(client.id), client.properties));
  const rank = ({ Precedence = Number.MAX_VALUE }: Group) => Number(Precedence);
  const groups = template.all<Group>("AWS::Cognito::UserPoolGroup").map(({ properties }) => properties);
  const pool: UserPool = {
    ...callbacks,
    id,
    name: id.split("_")[1] ?? "",
    issuer: "",
    settings: poolSettings(resource.properties),
    clients: new Map(clients.map((client) => [client.id, client])),
    groups: groups.sort((a, b) => rank(a) - rank(b)),
    records: await openUserRecords(directory, id),
    challenges: new Map(),
  };

  async function call(name: string, input: Properties): Promise<Properties> {
    const run = publicOperations.get(name) ?? adminOnlyOperations.get(name);
    if (!run) throw new AwsError("UnknownOperationException", `${name} is not supported`);
    if (adminOnlyOperations.has(name) && input.UserPoolId !== id)
      throw new AwsError("ResourceNotFoundException", `User pool ${input.UserPoolId} does not exist.`);
    return run(pool, input);
  }

  /** The sign-in page has another origin, so responses need CORS headers. */
  async function handle(...[request, response]: Parameters<RequestHandler>) {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-expose-headers", "x-amzn-errortype");
    if (request.method === "OPTIONS") {
      const requestedHeaders = request.headers["access-control-request-headers"] ?? "*";
      response.setHeader("access-control-allow-headers", requestedHeaders);
      return response.writeHead(204, { "access-control-max-age": "7200" }).end();
    }
    if (request.method === "GET" && request.url === `/${id}/.well-known/jwks.json`) {
      response.setHeader("content-type", "application/json");
      return response.end(JSON.stringify(publicKeys(pool)));
    }
    const { operation, input } = await readCall(request);
    if (adminOnlyOperations.has(operation))
      throw new AwsError("MissingAuthenticationTokenException", "Missing Authentication Token");
    return sendResponse(request, response, await call(operation, input));
  }

  const { url, close } = await serve(port, handle, sendError);
  pool.issuer = `${url}/${id}`;
  return {
    url,
    close,
    call,
    async signIn(username: string) {
      const user = findUser(pool, username);
      const [client] = clients;
      if (!user || !client) throw new AwsError("UserNotFoundException", "User does not exist.");
      if (!user.enabled) throw notAuthorized("User is disabled.");
      return signInUser(pool, client, user);
    },
    poolId: id,
    clientId: clients[0]?.id ?? "",
    issuer: pool.issuer,
    groups: groups.map(({ GroupName }) => GroupName),
    clear(): void {
      Object.assign(pool.records, { users: [], signIns: [] });
      pool.records.save();
      pool.challenges.clear();
    },
  };
}
