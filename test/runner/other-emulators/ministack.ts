import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

export const ACCOUNT = "000000000000";
export const REGION = "eu-west-1";
export const INSTALL =
  "python3 -m venv <folder> && <folder>/bin/pip install ministack==1.5.33 boto3 cryptography";
const START_MS = 30_000;
/** The account's root, which may do everything. */
const keys = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };

export type MiniStack = { endpoint: string; stop(): Promise<void> };

/**
 * Starts MiniStack, checking every role, on a free port of 127.0.0.1 with a folder of its own. From then on, this
 * process and what it starts call it instead of AWS.
 * @returns undefined if it is not installed
 */
export async function startMiniStack(): Promise<MiniStack | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "ministack-"));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const logFile = join(folder, "log");
  const output = openSync(logFile, "w");
  const child = spawn(process.env.MINISTACK ?? "ministack", {
    env: {
      ...process.env,
      ...keys,
      AUTH: "true",
      BIND_HOST: "127.0.0.1",
      GATEWAY_PORT: String(port),
      MINISTACK_HOST: "127.0.0.1",
      MINISTACK_REGION: REGION,
      MINISTACK_ACCOUNT_ID: ACCOUNT,
      STATE_DIR: join(folder, "state"),
      // These two listen on all addresses.
      IOT_MTLS_ENABLED: "0",
      SFTP_ENABLED: "0",
      TMPDIR: folder,
      // Ministack runs functions with the first Node of the path.
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
  const end = Date.now() + START_MS;
  while (isRunning() && Date.now() < end) {
    if (await fetch(endpoint).catch(() => undefined)) {
      Object.assign(process.env, keys, {
        AWS_REGION: REGION,
        AWS_ENDPOINT_URL: endpoint,
        // Nothing of this run stays in the home directory.
        CDK_HOME: join(folder, "cdk"),
      });
      return { endpoint, stop };
    }
    await wait(100);
  }
  const log = readFileSync(logFile, "utf8");
  const isMissing = child.pid === undefined;
  await stop();
  if (isMissing) return undefined;
  throw new Error(`MiniStack did not start.\n${log.slice(-2_000)}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
