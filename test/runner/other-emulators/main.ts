/**
 * `npm run test:strangers` lets the CDK itself (`cdk bootstrap`, `cdk deploy`) deploy the stack to MiniStack, another
 * people's emulator of AWS, renews its origin secret, and calls every route of the API. It prints what was replaced for
 * MiniStack, denied to a role, and answered otherwise than by aws-local. It fails if MiniStack is not installed (2), or
 * if a command fails (1): other answers are not always this product's error.
 */
import { randomBytes } from "node:crypto";
import { mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CloudFormationClient, paginateListStackResources } from "@aws-sdk/client-cloudformation";
import { AdminSetUserPasswordCommand } from "@aws-sdk/client-cognito-identity-provider";
import { startEnvironment } from "aws-local";
import { stackName } from "../../../infra/stack-names.ts";
import { cdk, run } from "../../../ops/deploy/run.ts";
import { signInWith } from "../../../ops/smoke/sign-in.ts";
import { readStackOutputs } from "../../../ops/stack-outputs.ts";
import { invite, list, type StaffPool } from "../../../ops/staff/commands.ts";
import { localPool, stackPool } from "../../../ops/staff/open-pool.ts";
import { build } from "../../../ops/start/build.ts";
import { ACCOUNT, INSTALL, REGION, startMiniStack } from "./ministack.ts";
import { copyAssembly, copyBootstrap } from "./replacements.ts";
import { type Answer, type Answers, driveRoutes } from "./routes.ts";

const stack = stackName({ name: "dev" });
/** No response, or none of the function. */
const NO_ANSWER = [0, 502, 503, 504];
const person = { email: "admin@office.example", password: `Aa1-${randomBytes(12).toString("hex")}` };

/** Creates an administrator who can sign in. */
async function createAdministrator(pool: StaffPool): Promise<void> {
  await invite(pool, person.email, { role: "admin", name: "Administrator" });
  const { userPoolId: UserPoolId, cognito } = pool;
  const { email: Username, password: Password } = person;
  await cognito.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }));
  await list(pool);
}

/** The answers of aws-local to the same calls. */
async function expectedAnswers(assembly: string): Promise<Answers> {
  const environment = await startEnvironment({ assembly });
  try {
    await createAdministrator(await localPool(environment));
    return await driveRoutes(environment.api, (await signInWith(environment, person)).access);
  } finally {
    await environment.stop();
  }
}

/** Replaces, deploys and renews with the commands that engineers type. */
async function deploy(original: string, folder: string): Promise<void> {
  const assembly = join(folder, "assembly");
  for (const { what, reason, ids } of copyAssembly(original, assembly, stack))
    console.info(`replaced: ${what}\n  because ${reason}\n  at ${ids.join(", ")}`);
  const template = join(folder, "bootstrap.yaml");
  copyBootstrap(template);
  await cdk(["bootstrap", `aws://${ACCOUNT}/${REGION}`, "--app", "", "--template", template], {});
  await cdk(["deploy", "--app", assembly, "--build", "", "--require-approval", "never"], {});
  const settings = join(folder, "stages.json");
  writeFileSync(settings, JSON.stringify({ dev: { region: REGION } }));
  const options = ["--stage", "dev", "--settings", settings, "--yes", "--new-secret"];
  await run(process.execPath, ["ops/deploy/main.ts", ...options]);
}

async function drive(endpoint: string): Promise<[Answers, string]> {
  const pool = await stackPool(stack);
  await createAdministrator(pool);
  const { UserPoolId: userPoolId = "", UserPoolClientId: userPoolClientId = "" } =
    await readStackOutputs(stack);
  const { access } = await signInWith({ cognito: endpoint, userPoolId, userPoolClientId }, person);
  const pages = paginateListStackResources({ client: new CloudFormationClient() }, { StackName: stack });
  const resources = (await Array.fromAsync(pages)).flatMap(
    ({ StackResourceSummaries }) => StackResourceSummaries ?? [],
  );
  const http = resources.find(({ ResourceType }) => ResourceType === "AWS::ApiGatewayV2::Api");
  const answers = await driveRoutes(
    `${endpoint}/_aws/execute-api/${http?.PhysicalResourceId}/$default`,
    access,
  );
  const groups = resources.filter(({ ResourceType }) => ResourceType === "AWS::Logs::LogGroup");
  const logs = groups.map(({ PhysicalResourceId = "" }) => readLogs(endpoint, PhysicalResourceId));
  return [answers, (await Promise.all(logs)).join("\n")];
}

/** MiniStack does not check the signature of its root. */
async function readLogs(endpoint: string, logGroupName: string): Promise<string> {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "Logs_20140328.FilterLogEvents",
      authorization: `AWS4-HMAC-SHA256 Credential=test/20261224/${REGION}/logs/aws4_request, SignedHeaders=host, Signature=none`,
    },
    body: JSON.stringify({ logGroupName }),
  });
  const { events = [] } = (await response.json()) as { events?: { message: string }[] };
  return events.map(({ message }) => message).join("\n");
}

/** By the function's role or another caller: what it may not do. */
const DENIAL = /[^\s"/]+ is not authorized to perform: [^\s"\\]+/g;

/** Why a function failed, from its log. */
function causeOf(text: string, logs: string): string {
  const [, id] = /"requestId":"([^"]+)"/.exec(text) ?? [];
  const line = id === undefined ? undefined : logs.split("\n").find((line) => line.includes(id));
  return /"cause":\{"name":"[^"]+","message":"([^"]+)/.exec(line ?? "")?.[1] ?? text;
}

function report(expected: Answers, answers: Answers, logs: string): void {
  const differences: { call: string; what: string; answered: boolean }[] = [];
  let calls = 0;
  const compare = (call: string, ours: Answer | undefined, theirs: Answer | undefined) => {
    if (!ours || !theirs) return;
    calls += 1;
    const what = `${theirs.status}, ${causeOf(theirs.text, logs)}`;
    const answered = !NO_ANSWER.includes(theirs.status);
    if (ours.status !== theirs.status) differences.push({ call: `${call} (${ours.status})`, what, answered });
  };
  for (const [key, { without, answer }] of answers) {
    compare(`${key} without a token`, expected.get(key)?.without, without);
    compare(key, expected.get(key)?.answer, answer);
  }
  const unanswered = differences.filter(({ answered }) => !answered).length;
  console.info(
    `routes: ${answers.size}, called ${calls} times: ${calls - differences.length} answered like aws-local, ` +
      `${differences.length - unanswered} otherwise, ${unanswered} not at all`,
  );
  for (const [what, same] of Map.groupBy(differences, (difference) => difference.what))
    console.info(`  ${same.length} × ${what}\n    ${same.map(({ call }) => call).join(", ")}`);
  const texts = [...answers.values()].map(({ answer }) => answer?.text);
  printCounted("denials", [logs, ...texts].join("\n").match(DENIAL) ?? []);
}

function printCounted(title: string, lines: string[]): void {
  const counted = Map.groupBy(lines, (line) => line);
  console.info(`${title}: ${counted.size}`);
  for (const [line, { length }] of counted) console.info(`  ${length} × ${line}`);
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const { signal } = new AbortController();
const assembly = await build({
  root: process.cwd(),
  directory: ".local",
  dev: false,
  log: console.info,
  signal,
});
const expected = await expectedAnswers(assembly);
const ministack = await startMiniStack();
if (ministack) {
  try {
    using folder = mkdtempDisposableSync(join(tmpdir(), "deployed-"));
    await deploy(assembly, folder.path);
    report(expected, ...(await drive(ministack.endpoint)));
  } finally {
    await ministack.stop();
  }
} else {
  console.info(
    `MiniStack is not installed: ${INSTALL}, and put ministack on the PATH or its command in MINISTACK.`,
  );
  process.exitCode = 2;
}
