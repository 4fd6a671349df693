import { afterEach, expect, test, vi } from "vitest";
import { readStage, sideStacksOf } from "../../infra/stages.ts";
import { preparedAccount } from "../../test/loopback/account.ts";
import { startLoopbackAws } from "../../test/loopback/aws.ts";
import { removeStack } from "./remove-stack.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("a side stack that is no longer in stages.json is removed after approval", async () => {
  const account = preparedAccount();
  const aws = await startLoopbackAws(account);
  vi.stubEnv("AWS_ENDPOINT_URL", aws.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "example");
  vi.spyOn(console, "info").mockImplementation(() => {});
  const name = "Mwamba-dev-Budget";
  expect(sideStacksOf(readStage("dev"))).toContainEqual({
    name,
    region: "us-east-1",
    enabled: false,
  });
  account.stacks[name] = { status: "CREATE_COMPLETE" };
  const questions: string[] = [];
  const answering = (yes: boolean) => async (question: string) => {
    questions.push(question);
    return yes;
  };
  await removeStack(name, answering(false));
  expect(account.stacks[name]).toBeDefined();
  await removeStack(name, answering(true));
  expect(account.stacks[name]).toBeUndefined();
  await removeStack(name, answering(true));
  expect(questions).toEqual(
    Array(2).fill(`the stack ${name} (us-east-1), which is no longer in stages.json`),
  );
  aws.close();
});
