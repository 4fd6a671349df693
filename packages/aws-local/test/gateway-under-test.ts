import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type Gateway, openGateway } from "../src/gateway/gateway.ts";
import { serve } from "../src/http-server.ts";
import { type RawTemplate, readAssembly } from "../src/template/assembly.ts";
import { readTemplate } from "../src/template/template.ts";
import { fixtureAssembly } from "./fixture.ts";

export const NOW = Date.UTC(2026, 11, 24, 6, 0, 5);
export const seconds = () => Math.floor(Date.now() / 1000);
export const bearer = (value: string): RequestInit => ({ headers: { authorization: `Bearer ${value}` } });

export type Invoke = (event: APIGatewayProxyEventV2) => unknown;

/** The gateway of the fixture and the keys of its user pool, for the tests of a file. */
export function gatewayUnderTest() {
  const pool = {} as { issuer: string; clientId: string; privateKey: CryptoKey; close(): Promise<void> };
  let assembly: ReturnType<typeof readAssembly>;
  let gateway: Gateway | undefined;

  beforeAll(async () => {
    assembly = readAssembly(await fixtureAssembly());
    const keys = await generateKeyPair("RS256");
    const server = await serve(0, async (_request, response) => {
      const key = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "RS256", use: "sig" };
      response.end(JSON.stringify({ keys: [key] }));
    });
    Object.assign(pool, { issuer: `${server.url}/pool`, privateKey: keys.privateKey, close: server.close });
  });
  afterAll(() => pool.close());
  afterEach(() => gateway?.close());

  /** The fixture's API, with `respond` instead of its function. */
  async function open(
    respond: Invoke = (event) => event,
    change: (template: RawTemplate) => void = () => {},
  ) {
    const raw = structuredClone(assembly.template);
    change(raw);
    const template = readTemplate(raw, "Fixture", {
      issuer: () => pool.issuer,
      queueUrl: (name) => `http://queue/${name}`,
      dynamicReference: (reference) => reference,
    });
    const [client] = template.all("AWS::Cognito::UserPoolClient");
    pool.clientId = template.resolve({ Ref: client?.id }) as string;
    gateway = await openGateway({
      template,
      now: () => NOW,
      invoke: async (_arn, event) => respond(event as APIGatewayProxyEventV2),
    });
    const { url } = gateway;
    return (path: string, init: RequestInit = {}) => fetch(url + path, init);
  }

  function token(claims: JWTPayload = {}, privateKey = pool.privateKey, alg = "RS256") {
    const payload = {
      iss: pool.issuer,
      client_id: pool.clientId,
      token_use: "access",
      sub: "s",
      "cognito:groups": ["admin", "member"],
      iat: seconds(),
      exp: seconds() + 300,
    };
    return new SignJWT({ ...payload, ...claims }).setProtectedHeader({ alg, kid: "one" }).sign(privateKey);
  }

  return { pool, open, token };
}
