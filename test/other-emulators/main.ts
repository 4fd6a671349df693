/**
 * `npm run test:strangers` deploys the synthesized template to other people's emulators of AWS, where they are installed,
 * and calls every route of the API. It prints what they rejected, denied, and answered otherwise than aws-local. It fails
 * only if none is installed (2), or if it cannot work at all (1): what others support is not this product's error.
 */
import { randomBytes } from "node:crypto";
import { cpSync, globSync, mkdtempDisposableSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CloudFormationClient, paginateListStackResources } from "@aws-sdk/client-cloudformation";
import { AdminSetUserPasswordCommand, CreateGroupCommand } from "@aws-sdk/client-cognito-identity-provider";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { PutParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { GetCallerIdentityCommand, STSClient } from "@aws-sdk/client-sts";
import { startEnvironment } from "aws-local";
import { readAssembly } from "../../ops/deploy/assemble.ts";
import { signInWith } from "../../ops/smoke/sign-in.ts";
import { readStackOutputs } from "../../ops/stack-outputs.ts";
import { invite, list, type StaffPool } from "../../ops/staff/commands.ts";
import { localPool, stackPool } from "../../ops/staff/open-pool.ts";
import { build } from "../../ops/start/build.ts";
import { runTool } from "../../ops/start/build-tools.ts";
import { callEndpoint, type Emulator, emulators, REGION, type Running, start } from "./emulators.ts";
import { withoutTls } from "./rejections.ts";
import { type Answer, type Answers, driveRoutes } from "./routes.ts";
import { createStack } from "./stack.ts";

/** No response, or none of the function. */
const NO_ANSWER = [0, 502, 503, 504];
const root = process.cwd();
const person = { email: "admin@office.example", password: `Aa1-${randomBytes(12).toString("hex")}` };

/** Creates an administrator who can sign in. */
async function createAdministrator(pool: StaffPool): Promise<void> {
  await invite(pool, person.email, { role: "admin", name: "Administrator" });
  const { userPoolId: UserPoolId, cognito } = pool;
  const { email: Username, password: Password } = person;
  await cognito.send(new AdminSetUserPasswordCommand({ UserPoolId, Username, Password, Permanent: true }));
  await list(pool);
}

/** What aws-local answers to the same calls. */
async function expectedAnswers(assembly: string): Promise<Answers> {
  const environment = await startEnvironment({ assembly });
  try {
    await createAdministrator(await localPool(environment));
    return await driveRoutes(environment.api, (await signInWith(environment, person)).access);
  } finally {
    await environment.stop();
  }
}

/** Creates what `cdk bootstrap` creates, as far as it is used, and publishes code and pages there. */
async function publish(original: string, bucket: string, needsIndexJs: boolean): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "assembly-"));
  const assembly = folder.path;
  cpSync(original, assembly, { recursive: true });
  for (const file of needsIndexJs ? globSync(join(assembly, "*", "index.cjs")) : [])
    writeFileSync(join(dirname(file), "index.js"), 'module.exports = require("./index.cjs");\n');
  const CreateBucketConfiguration = { LocationConstraint: REGION } as const;
  const s3 = new S3Client({ forcePathStyle: true });
  await s3.send(new CreateBucketCommand({ Bucket: bucket, CreateBucketConfiguration }));
  const Name = "/cdk-bootstrap/hnb659fds/version";
  await new SSMClient().send(new PutParameterCommand({ Name, Value: "30", Type: "String", Overwrite: true }));
  const cdk = join("node_modules", "aws-cdk", "bin", "cdk");
  const options = ["--unstable=publish-assets", "--app", assembly];
  const command = [process.execPath, cdk, "publish-assets", ...options];
  await runTool({ root, what: "Publishing the code", command, signal: new AbortController().signal });
}

/** Signs in as the browser does. Undefined where that fails. */
async function signIn(endpoint: string, stack: string): Promise<string | undefined> {
  try {
    const pool = await stackPool(stack);
    // Where the stack's group exists, this fails.
    const group = new CreateGroupCommand({ UserPoolId: pool.userPoolId, GroupName: "admin" });
    await pool.cognito.send(group).catch(() => undefined);
    await createAdministrator(pool);
    const { UserPoolId: userPoolId = "", UserPoolClientId: userPoolClientId = "" } =
      await readStackOutputs(stack);
    return (await signInWith({ cognito: endpoint, userPoolId, userPoolClientId }, person)).access;
  } catch (error) {
    console.info(`nobody can sign in: ${error}`);
    return undefined;
  }
}

async function drive({ api }: Emulator, endpoint: string, stack: string): Promise<[Answers, string]> {
  const token = await signIn(endpoint, stack);
  const pages = paginateListStackResources({ client: new CloudFormationClient() }, { StackName: stack });
  const resources = (await Array.fromAsync(pages)).flatMap(
    ({ StackResourceSummaries }) => StackResourceSummaries ?? [],
  );
  const inNameOnly = resources.filter((one) => one.PhysicalResourceId === one.LogicalResourceId);
  printCounted(
    "created in name only",
    inNameOnly.map(({ ResourceType = "" }) => ResourceType),
  );
  const http = resources.find(({ ResourceType }) => ResourceType === "AWS::ApiGatewayV2::Api");
  const answers = await driveRoutes(api(endpoint, http?.PhysicalResourceId ?? ""), token);
  const groups = resources.filter(({ ResourceType }) => ResourceType === "AWS::Logs::LogGroup");
  const logs = groups.map(({ PhysicalResourceId = "" }) => readLogs(endpoint, PhysicalResourceId));
  return [answers, (await Promise.all(logs)).join("\n")];
}

/** Emulators do not check the signature of their root. */
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
  const line = id === undefined ? undefined : logs.split("\n").find((one) => one.includes(id));
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
  for (const [what, same] of Map.groupBy(differences, (one) => one.what))
    console.info(`  ${same.length} × ${what}\n    ${same.map(({ call }) => call).join(", ")}`);
  const texts = [...answers.values()].map(({ answer }) => answer?.text);
  printCounted("denials", [logs, ...texts].join("\n").match(DENIAL) ?? []);
}

function printCounted(title: string, lines: string[]): void {
  const counted = Map.groupBy(lines, (line) => line);
  console.info(`${title}: ${counted.size}`);
  for (const [line, { length }] of counted) console.info(`  ${length} × ${line}`);
}

async function tryEmulator(emulator: Emulator, running: Running, assembly: string, expected: Answers) {
  const { endpoint } = running;
  callEndpoint(endpoint);
  const { template = { Resources: {} } } = readAssembly(assembly, "Mwamba-dev");
  const { Account } = await new STSClient().send(new GetCallerIdentityCommand());
  const bucket = `cdk-hnb659fds-assets-${Account}-${REGION}`;
  await publish(assembly, bucket, emulator.needsIndexJs);
  const { stack, complete, rejections, end } = await createStack(withoutTls(template), bucket, endpoint);
  console.info(`stack: ${end}`);
  const lines = rejections.map(
    ({ type, property = "resource", message }) => `${type} (${property}): ${message}`,
  );
  printCounted("rejected", lines);
  if (!complete) return console.info("routes: not called, because there is no stack");
  const before = running.log().length;
  const [answers, logs] = await drive(emulator, endpoint, stack);
  report(expected, answers, running.log().slice(before) + logs);
}

const assembly = await build({
  root,
  directory: ".local",
  dev: false,
  log: console.info,
  signal: new AbortController().signal,
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
let expected: Answers | undefined;
const missing: Emulator[] = [];
for (const emulator of emulators) {
  const running = await start(emulator);
  if (!running) {
    missing.push(emulator);
    continue;
  }
  try {
    console.info(`\n${emulator.name} at ${running.endpoint}. ${emulator.note}`);
    console.info("It is called without TLS, so policies that demand TLS are left out of the template.");
    expected ??= await expectedAnswers(assembly);
    await tryEmulator(emulator, running, assembly, expected);
  } finally {
    await running.stop();
  }
}
for (const { name, command, install } of missing)
  console.info(
    `\n${name} is not installed: ${install}, and put ${command} on the PATH or its command or endpoint in ${command.toUpperCase()}.`,
  );
if (missing.length === emulators.length) process.exitCode = 2;
