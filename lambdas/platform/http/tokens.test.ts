import { generateKeyPairSync } from "node:crypto";
import { decodeJwt, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct } from "../../../test/product/product.ts";

let product: Product;
let good: { access: string; id: string };
beforeAll(async () => {
  product = await startProduct();
  good = await product.signIn(await product.createStaff("staff"));
});
afterAll(() => product.stop());

const read = (token: string) => product.call("GET /api/v1/settings", {}, token);
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const forged = (claims: Record<string, unknown> = {}, expires = "1h") =>
  new SignJWT({ ...decodeJwt(good.access), ...claims })
    .setProtectedHeader({ alg: "RS256", kid: kidOf(good.access) })
    .setExpirationTime(expires)
    .sign(privateKey);
const kidOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()).kid;

test("an access token of a member of staff is accepted", async () => {
  expect((await read(good.access)).status).toBe(200);
});

describe("a 401", () => {
  test("for no token, or an invalid one", async () => {
    for (const token of ["", "nonsense", "a.b.c"]) expect((await read(token)).status).toBe(401);
  });

  test("for a token signed with another key", async () => {
    expect((await read(await forged())).status).toBe(401);
  });

  test("for a token that says it needs no signature", async () => {
    const [, payload] = good.access.split(".");
    const header = Buffer.from('{"alg":"none"}').toString("base64url");
    expect((await read(`${header}.${payload}.`)).status).toBe(401);
  });

  test("for a token whose claims were changed after signing", async () => {
    const [header, , signature] = good.access.split(".");
    const claims = { ...decodeJwt(good.access), "cognito:groups": ["admin"] };
    const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
    expect((await read(`${header}.${payload}.${signature}`)).status).toBe(401);
  });

  test("for another pool's token", async () => {
    await using other = await disposable(startProduct());
    const { access } = await other.product.signIn(await other.product.createStaff("admin"));
    expect((await read(access)).status).toBe(401);
  });

  test("for an ID token, which the authorizer accepts", async () => {
    const { status, body } = await read(good.id);
    expect([status, body.error]).toEqual([401, "Please sign in."]);
  });
});

test("a 403 for somebody without a role", async () => {
  const { access } = await product.signIn(await product.createStaff(undefined));
  expect(await read(access)).toMatchObject({
    status: 403,
    body: { error: "Your account has no role yet. Ask an administrator to give you one." },
  });
});

describe("a group with a name like a role", () => {
  const alike = [
    "x,admin",
    "foo.admin",
    "[admin",
    "admin]",
    "[admin]",
    "Admin",
    "admin-1",
    "[staff",
    "staff,",
  ];
  let otherProduct: Product;
  beforeAll(async () => {
    otherProduct = await startProduct({
      template(template) {
        const [pool] = Object.entries(template.Resources).find(
          ([, { Type }]) => Type === "AWS::Cognito::UserPool",
        ) as [string, unknown];
        for (const [index, GroupName] of alike.entries())
          template.Resources[`Alike${index}`] = {
            Type: "AWS::Cognito::UserPoolGroup",
            Properties: { UserPoolId: { Ref: pool }, GroupName },
          };
        return template;
      },
    });
  });
  afterAll(() => otherProduct.stop());

  test.each(alike)("%s has no access", async (group) => {
    const { access } = await otherProduct.signIn(await otherProduct.createStaff(group as "admin"));
    expect((await otherProduct.call("GET /api/v1/settings", {}, access)).status).toBe(403);
  });

  test("does not affect a real role of the same person", async () => {
    const person = await otherProduct.createStaff("admin");
    for (const GroupName of alike)
      await otherProduct.userPool("AdminAddUserToGroup", {
        UserPoolId: otherProduct.userPoolId,
        Username: person.email,
        GroupName,
      });
    const { access } = await otherProduct.signIn(person);
    expect((await otherProduct.call("GET /api/v1/settings", {}, access)).status).toBe(200);
  });
});

async function disposable(starting: Promise<Product>) {
  const started = await starting;
  return { product: started, [Symbol.asyncDispose]: () => started.stop() };
}
