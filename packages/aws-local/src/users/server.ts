import { AwsError } from "../aws-error.ts";
import { readCall, sendAnswer, sendError } from "../aws-protocol.ts";
import { type Answer, serve } from "../http-server.ts";
import type { Template } from "../template/template.ts";
import { accountOperations } from "./account.ts";
import { adminOperations } from "./admin.ts";
import { mfaOperations } from "./mfa.ts";
import type { Group, Operation, UserPool } from "./pool.ts";
import { clientSettings, poolSettings } from "./pool-settings.ts";
import { openUserRecords } from "./records.ts";
import { signInOperations } from "./sign-in.ts";
import { publicKeys } from "./tokens.ts";

type Options = Pick<UserPool, "sendEmail" | "trigger"> & {
  /** Where users, sign-ins and the signing key are kept; without it in memory only. */
  directory?: string;
  /** On 127.0.0.1; 0 for any. */
  port: number;
};
type Properties = Record<string, unknown>;

/** What a browser may call; a person proves who they are in the call itself. */
const publicOperations = new Map<string, Operation>(
  Object.entries({ ...signInOperations, ...accountOperations, ...mfaOperations }),
);
/** Only through `call`, whose caller has judged them. */
const privateOperations = new Map<string, Operation>(Object.entries(adminOperations));

/** The template's user pool on 127.0.0.1: what a browser may call over HTTP, and every operation through `call`. */
export async function openUserPool(template: Template, { directory, port, ...means }: Options) {
  const [declared, ...others] = template.all<Properties>("AWS::Cognito::UserPool");
  if (!declared || others.length > 0) throw new Error("The template must have exactly one user pool.");
  const refOf = (id: string) => template.resolve({ Ref: id }) as string;
  const id = refOf(declared.id);
  const clients = template
    .all<Properties>("AWS::Cognito::UserPoolClient")
    .map((client) => clientSettings(refOf(client.id), client.properties));
  const rank = ({ Precedence = Number.MAX_VALUE }: Group) => Number(Precedence);
  const groups = template.all<Group>("AWS::Cognito::UserPoolGroup").map(({ properties }) => properties);
  const pool: UserPool = {
    ...means,
    id,
    name: id.split("_")[1] ?? "",
    issuer: "",
    settings: poolSettings(declared.properties),
    clients: new Map(clients.map((client) => [client.id, client])),
    groups: groups.sort((a, b) => rank(a) - rank(b)),
    records: await openUserRecords(directory, id),
    challenges: new Map(),
  };

  /** Runs any operation; its errors are AwsError. */
  async function call(name: string, input: Properties): Promise<Properties> {
    const run = publicOperations.get(name) ?? privateOperations.get(name);
    if (!run) throw new AwsError("UnknownOperationException", `${name} does not run here`);
    if (privateOperations.has(name) && input.UserPoolId !== id)
      throw new AwsError(
        "ResourceNotFoundException",
        `User pool ${String(input.UserPoolId)} does not exist.`,
      );
    return run(pool, input);
  }

  /** The page that signs in is served from another origin: the browser asks first. */
  async function answer(...[request, response]: Parameters<Answer>) {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-expose-headers", "x-amzn-errortype");
    if (request.method === "OPTIONS") {
      response.setHeader(
        "access-control-allow-headers",
        request.headers["access-control-request-headers"] ?? "*",
      );
      return response.writeHead(204, { "access-control-max-age": "7200" }).end();
    }
    if (request.method === "GET" && request.url === `/${id}/.well-known/jwks.json`) {
      response.setHeader("content-type", "application/json");
      return response.end(JSON.stringify(publicKeys(pool)));
    }
    const { operation, input } = await readCall(request);
    if (privateOperations.has(operation))
      throw new AwsError("MissingAuthenticationTokenException", "Missing Authentication Token");
    return sendAnswer(request, response, await call(operation, input));
  }

  const { url, close } = await serve(port, answer, sendError);
  pool.issuer = `${url}/${id}`;
  return {
    url,
    close,
    call,
    poolId: id,
    clientId: clients[0]?.id ?? "",
    issuer: pool.issuer,
    /** The most important first. */
    groups: groups.map(({ GroupName }) => GroupName),
    /** Removes everybody, with what they were in the midst of. */
    empty(): void {
      Object.assign(pool.records, { users: [], signIns: [] });
      pool.records.save();
      pool.challenges.clear();
    },
  };
}
