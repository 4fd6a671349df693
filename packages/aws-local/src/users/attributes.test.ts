import { fetchUserAttributes, signIn, signOut, updateUserAttribute } from "aws-amplify/auth";
import { afterEach, expect, test } from "vitest";
import { openPoolUnderTest } from "../../test/pool-under-test.ts";

const ANN = "ann@example.com";
const PASSWORD = "Correct-Horse-1";

let pool: Awaited<ReturnType<typeof openPoolUnderTest>>;

afterEach(async () => {
  await signOut();
  await pool.close();
});

test("a user may write their name, but not a role, the verified flag or unknown attributes", async () => {
  pool = await openPoolUnderTest({
    pool: { Schema: [{ Name: "role", AttributeDataType: "String", Mutable: true }] },
  });
  await pool.createUser(ANN, PASSWORD);
  await signIn({ username: ANN, password: PASSWORD });
  const write = (attributeKey: string, value: string) =>
    updateUserAttribute({ userAttribute: { attributeKey, value } });
  for (const forbidden of ["custom:role", "email_verified", "sub", "cognito:groups"]) {
    await expect(write(forbidden, "true")).rejects.toMatchObject({ name: "NotAuthorizedException" });
  }
  await write("name", "Ann Lee");
  expect(await fetchUserAttributes()).toMatchObject({ name: "Ann Lee", email_verified: "true" });
});

test("a user cannot write the verified flag, even if the client lists it", async () => {
  pool = await openPoolUnderTest({ client: { WriteAttributes: ["email", "email_verified"] } });
  await pool.createUser(ANN, PASSWORD);
  await signIn({ username: ANN, password: PASSWORD });
  for (const attributeKey of ["email_verified", "name"]) {
    const write = updateUserAttribute({ userAttribute: { attributeKey, value: "true" } });
    await expect(write).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "A client attempted to write unauthorized attribute",
    });
  }
});
