import { generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { bearer, gatewayUnderTest, seconds } from "../../test/gateway-under-test.ts";

const { pool, open, token } = gatewayUnderTest();

test("the function gets a token's claims as text", async () => {
  const call = await open();
  const event = await (await call("/api/items/1", bearer(await token()))).json();
  const { claims, scopes } = event.requestContext.authorizer.jwt;
  expect(claims).toMatchObject({
    "cognito:groups": "[admin member]",
    sub: "s",
    client_id: pool.clientId,
    exp: expect.stringMatching(/^\d+$/),
  });
  expect(scopes).toBeNull();
});

test("the authorizer accepts an ID token, because its audience is the client", async () => {
  const call = await open();
  const idToken = await token({ aud: pool.clientId, client_id: undefined, token_use: "id" });
  expect((await call("/api/items/1", bearer(idToken))).status).toBe(200);
});

test("a token without the word Bearer is accepted", async () => {
  const call = await open();
  expect((await call("/api/items/1", { headers: { authorization: await token() } })).status).toBe(200);
});

const otherKeys = await generateKeyPair("RS256");
test.each<[string, () => Promise<string> | string]>([
  ["that is expired", () => token({ exp: seconds() - 1 })],
  ["that never expires", () => token({ exp: undefined })],
  ["that is not valid yet", () => token({ nbf: seconds() + 60 })],
  ["of another pool", () => token({ iss: `${pool.issuer}2` })],
  ["for another client", () => token({ client_id: "other" })],
  ["with the right client but another audience", () => token({ aud: "other" })],
  ["signed with another key", () => token({}, otherKeys.privateKey)],
  [
    "signed with the public key as a secret",
    () =>
      new SignJWT({ iss: pool.issuer, client_id: pool.clientId })
        .setProtectedHeader({ alg: "HS256", kid: "one" })
        .setExpirationTime("5m")
        .sign(new TextEncoder().encode("x".repeat(32))),
  ],
  [
    "without a signature",
    () =>
      new UnsecuredJWT({ client_id: pool.clientId }).setIssuer(pool.issuer).setExpirationTime("5m").encode(),
  ],
  ["that is not a JWT", () => "nonsense"],
])("a token %s is refused", async (_what, make) => {
  const call = await open(() => expect.unreachable());
  const response = await call("/api/items/1", bearer(await make()));
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ message: "Unauthorized" });
  expect(response.headers.get("www-authenticate")).toMatch(
    /^Bearer scope="" error="invalid_token" error_description=".+"$/,
  );
});

test("without a token the response names only the scheme", async () => {
  const response = await (await open())("/api/items/1");
  expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
});
