import { beforeEach, expect, test, vi } from "vitest";
import { loopbackPreflight } from "../../test/loopback/preflight.ts";
import { pulledText, pullStack } from "./pull.ts";

const running = loopbackPreflight();
beforeEach(() => void vi.stubEnv("AWS_REGION", "eu-west-1"));

function stackWith(functions: Record<string, object>) {
  running.account.stacks["Mwamba-prod"] = { status: "UPDATE_COMPLETE", functions };
  return pullStack("Mwamba-prod");
}

test("a pull invokes the stage's function and says what it found", async () => {
  const outcome = await stackWith({ ApiPayments1: {}, PaybillPaybillPull12345678: { pulled: 12, added: 1 } });
  expect(pulledText(outcome)).toMatch(
    /^M-Pesa’s list has 12 payments .* now, 1 of them not on record before\.$/,
  );
  expect(pulledText(await stackWith({ PaybillPaybillPull1: { connected: false } }))).toMatch(/not connected/);
});

test("a pull that fails says why, and so does a stage without M-Pesa", async () => {
  const failing = { PaybillPaybillPull1: { errorMessage: "M-Pesa did not answer.", errorType: "Error" } };
  await expect(stackWith(failing)).rejects.toThrow("list was not read: M-Pesa did not answer.");
  await expect(stackWith({})).rejects.toThrow("takes no payments from M-Pesa");
});
