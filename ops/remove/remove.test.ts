import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NamedStage } from "../../infra/stages.ts";
import { type LoopbackAccount, preparedAccount } from "../../test/loopback/account.ts";
import { startLoopbackAws } from "../../test/loopback/aws.ts";
import { removeStage } from "./remove.ts";

const stages = Object.fromEntries(
  ["dev", "prod"].map((name) => [name, { name, region: "eu-west-1", account: "111122223333" }]),
) as Record<"dev" | "prod", NamedStage>;

let account: LoopbackAccount;
let stop: () => void;
beforeEach(async () => {
  account = preparedAccount();
  const aws = await startLoopbackAws(account);
  stop = aws.close;
  vi.stubEnv("AWS_ENDPOINT_URL", aws.url);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "example");
  vi.spyOn(console, "info").mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  stop();
});

/** A stack with two tables, a user pool and a bucket with a file. */
function addStack(name: string, status: string, suffix: string, clients = 3) {
  const retained = {
    DataClients768C012C: { type: "AWS::DynamoDB::Table", id: `clients-${suffix}` },
    DataTotals38970C2D: { type: "AWS::DynamoDB::Table", id: `totals-${suffix}` },
    AuthPool693BB957: { type: "AWS::Cognito::UserPool", id: `eu-west-1_${suffix}` },
    WebsiteBucket4326D7C2: { type: "AWS::S3::Bucket", id: `bucket-${suffix}` },
    SecretsLinks17D2CB98: { type: "AWS::SecretsManager::Secret", id: `links-${suffix}` },
  };
  for (const { type, id } of Object.values(retained).filter(
    ({ type }) => type !== "AWS::SecretsManager::Secret",
  ))
    account.resources[id] = { rows: clients, isProtected: type !== "AWS::S3::Bucket" };
  account.objects[`/bucket-${suffix}/assets/a b.js`] = Buffer.from("");
  account.secrets[`links-${suffix}`] = ["a key"];
  (status === "DELETE_COMPLETE" ? account.deleted : account.stacks)[name] = { status, kept: retained };
}

const releaseOf = (stack: string) =>
  `/cdk-hnb659fds-assets-111122223333-eu-west-1/releases/${stack}/1_a.json`;

const answering = (answer: boolean) => vi.fn(async (_question: string) => answer);
const printed = () => vi.mocked(console.info).mock.calls.join("\n");

test("a stage goes with its tables, pool and bucket, those of a failed attempt before included", async () => {
  addStack("Mwamba-dev", "ROLLBACK_COMPLETE", "new");
  addStack("Mwamba-dev", "DELETE_COMPLETE", "old");
  addStack("Mwamba-prod", "UPDATE_COMPLETE", "prod");
  account.stacks["Mwamba-dev-Firewall"] = { status: "CREATE_COMPLETE" };
  for (const stack of ["Mwamba-dev", "Mwamba-prod"]) account.objects[releaseOf(stack)] = Buffer.from("");
  const confirm = answering(true);
  await removeStage(stages.dev, confirm);
  expect(confirm).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("from dev, for good?"));
  expect(printed()).toContain("the stack Mwamba-dev (ROLLBACK_COMPLETE)");
  expect(printed()).toContain("the table clients-old, with about 3 rows");
  expect(Object.keys(account.stacks)).toEqual(["CDKToolkit", "Mwamba-prod"]);
  expect(Object.keys(account.resources).filter((id) => !/prod$/.test(id))).toEqual([]);
  expect(Object.keys(account.secrets)).toEqual(["links-prod"]);
  expect(Object.keys(account.objects).sort()).toEqual([
    "/bucket-prod/assets/a b.js",
    releaseOf("Mwamba-prod"),
  ]);
  await removeStage(stages.dev, confirm);
  expect(printed()).toContain("There is nothing of dev in 111122223333.");
});

test("nothing is removed without a yes", async () => {
  addStack("Mwamba-dev", "CREATE_COMPLETE", "a");
  const before = structuredClone({ stacks: account.stacks, resources: account.resources });
  await expect(removeStage(stages.dev, answering(false))).rejects.toThrow("Nothing was removed.");
  expect(account).toMatchObject(before);
});

test("after an interruption, the next run removes the rest", async () => {
  addStack("Mwamba-dev", "CREATE_COMPLETE", "a");
  account.refused = { DeleteUserPool: "TooManyRequestsException" };
  await expect(removeStage(stages.dev, answering(true))).rejects.toThrow("refused");
  expect(Object.keys(account.resources)).toEqual(["eu-west-1_a", "bucket-a"]);
  account.refused = {};
  await removeStage(stages.dev, answering(true));
  expect(account.resources).toEqual({});
});

test("production with clients is not removed; an empty one is", async () => {
  addStack("Mwamba-prod", "UPDATE_COMPLETE", "a");
  const confirm = answering(true);
  await expect(removeStage(stages.prod, confirm)).rejects.toThrow("the table clients-a has clients");
  expect(confirm).not.toHaveBeenCalled();
  expect(account.stacks["Mwamba-prod"]).toBeDefined();
  addStack("Mwamba-prod", "UPDATE_COMPLETE", "a", 0);
  await removeStage(stages.prod, confirm);
  expect(account.resources).toEqual({});
});

test.each<[string, (account: LoopbackAccount) => unknown, string]>([
  ["another account", (account) => (account.account = "999988887777"), "belongs to 111122223333"],
  ["a deployment in progress", () => addStack("Mwamba-dev", "UPDATE_IN_PROGRESS", "a"), "being changed now"],
])("%s is refused", async (_, change, message) => {
  addStack("Mwamba-dev", "CREATE_COMPLETE", "a");
  change(account);
  const confirm = answering(true);
  await expect(removeStage(stages.dev, confirm)).rejects.toThrow(message);
  expect(confirm).not.toHaveBeenCalled();
  expect(Object.keys(account.resources)).toHaveLength(4);
});
