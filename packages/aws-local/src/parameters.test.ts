import { expect, test } from "vitest";
import { templateOf } from "../test/template-under-test.ts";
import { openParameterService } from "./parameters.ts";

test("an engineer puts a parameter, and its secret is read only with decryption", async () => {
  const declared = { Type: "AWS::SSM::Parameter", Properties: { Name: "/own", Type: "String", Value: "1" } };
  const call = openParameterService(templateOf({ declared }), (value) => value);
  const read = async (Name: string, more = {}) => (await call("GetParameter", { Name, ...more })).Parameter;
  expect(await read("/own")).toMatchObject({ Type: "String", Value: "1" });
  await expect(read("/secret")).rejects.toMatchObject({ code: "ParameterNotFound" });
  const secret = { Name: "/secret", Type: "SecureString", Value: "hidden" };
  await call("PutParameter", secret);
  await expect(call("PutParameter", secret)).rejects.toMatchObject({ code: "ParameterAlreadyExists" });
  await call("PutParameter", { ...secret, Value: "changed", Overwrite: true });
  expect(await read("/secret")).toMatchObject({ Type: "SecureString", Value: "(encrypted)" });
  expect(await read("/secret", { WithDecryption: true })).toMatchObject({ Value: "changed" });
});
