import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** All roles are checked, where the emulator can. */
export type Emulator = {
  name: string;
  /** A program on the PATH. The environment variable of the same name has another command, or an endpoint. */
  command: string;
  install: string;
  note: string;
  needsIndexJs: boolean;
  environment(port: number, folder: string): Record<string, string>;
  /** The address of the default stage of an HTTP API. */
  api(endpoint: string, apiId: string): string;
};

const ACCOUNT = "000000000000";
export const REGION = "eu-west-1";
const START_MS = 30_000;
/** The root of both emulators, which may do everything. */
const root = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };

export const emulators: Emulator[] = [
  {
    name: "MiniStack",
    command: "ministack",
    install: "python3 -m venv <folder> && <folder>/bin/pip install ministack boto3 cryptography",
    note: "Its Node runs only index.js, so that is put beside index.cjs.",
    needsIndexJs: true,
    environment: (port, folder) => ({
      GATEWAY_PORT: String(port),
      BIND_HOST: "127.0.0.1",
      MINISTACK_HOST: "127.0.0.1",
      MINISTACK_REGION: REGION,
      MINISTACK_ACCOUNT_ID: ACCOUNT,
      STATE_DIR: folder,
      AUTH: "true",
    }),
    api: (endpoint, id) => `${endpoint}/_aws/execute-api/${id}/$default`,
  },
  {
    name: "fakecloud",
    command: "fakecloud",
    install: "cargo install fakecloud",
    note: "Its functions need Docker.",
    needsIndexJs: false,
    environment: (port) => ({
      FAKECLOUD_ADDR: `127.0.0.1:${port}`,
      FAKECLOUD_REGION: REGION,
      FAKECLOUD_ACCOUNT_ID: ACCOUNT,
      FAKECLOUD_IAM: "strict",
    }),
    api: (endpoint, id) => `${endpoint}/_aws/execute-api/${id}/$default`,
  },
];

export type Running = { endpoint: string; log(): string; stop(): Promise<void> };

/** Starts it on a free port with a folder of its own, or uses the endpoint. Undefined if it is not installed. */
export async function start({ name, command, environment }: Emulator): Promise<Running | undefined> {
  const given = process.env[command.toUpperCase()] ?? command;
  if (/^https?:/.test(given)) return { endpoint: given, log: () => "", stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), `${command}-`));
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  const port = await freePort();
  const logFile = join(folder, "log");
  const output = openSync(logFile, "w");
  const child = spawn(given, {
    env: {
      ...process.env,
      ...root,
      ...environment(port, folder),
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      TMPDIR: temporary,
      // It runs functions with the first Node of the path.
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    },
    cwd: folder,
    stdio: ["ignore", output, output],
    // Its own process group, which also has the functions.
    detached: true,
  });
  const ended = new Promise<void>((resolve) =>
    child.once("error", () => resolve()).once("exit", () => resolve()),
  );
  const log = () => readFileSync(logFile, "utf8");
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const kill = () => void (isRunning() && process.kill(-(child.pid ?? 0), "SIGKILL"));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.once("exit", () => {
    kill();
    remove();
  });
  const stop = async () => {
    kill();
    await ended;
    remove();
  };
  const endpoint = `http://127.0.0.1:${port}`;
  const end = Date.now() + START_MS;
  while (isRunning() && Date.now() < end) {
    if (await fetch(endpoint).catch(() => undefined)) return { endpoint, log, stop };
    await wait(100);
  }
  const said = log();
  const isMissing = child.pid === undefined;
  await stop();
  if (isMissing) return undefined;
  throw new Error(`${name} did not start.\n${said.slice(-2_000)}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** All clients of this process call the emulator from now on. */
export function callEndpoint(endpoint: string): void {
  Object.assign(process.env, root, { AWS_REGION: REGION, AWS_ENDPOINT_URL: endpoint });
}
