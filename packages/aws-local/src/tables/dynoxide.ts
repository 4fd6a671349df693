import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";

function binary(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${platform}/dynoxide`);
  } catch {
    throw new Error(
      `dynoxide, the local DynamoDB, is not installed for ${platform}: use Linux on x64, or install it.`,
    );
  }
}

/** Runs a command until its input closes: by `close`, or by the operating system if this process was killed. */
const RUN_UNTIL_INPUT_CLOSES = '"$0" "$@" & server=$!; exec 3<&0; (cat <&3 >&2; kill $server) & wait $server';

export type Dynoxide = { url: string; close(): Promise<void> };

/** Starts DynamoDB on a local port, with data in the file or in memory. */
export async function startDynoxide(file?: string): Promise<Dynoxide> {
  const stored = file === undefined ? [] : ["--db-path", file];
  const start = async () => startAt(await freePort(), stored);
  // Another process may take the free port first: try again.
  return start().catch(start).catch(start);
}

async function startAt(port: number, stored: string[]): Promise<Dynoxide> {
  const command = [binary(), "--host", "127.0.0.1", "--port", String(port), ...stored];
  const [program, ...args] =
    process.platform === "win32" ? command : ["sh", "-c", RUN_UNTIL_INPUT_CLOSES, ...command];
  const server = spawn(program as string, args, { stdio: ["pipe", "ignore", "pipe"] });
  const exited = once(server, "exit");
  let output = "";
  const listening = new Promise<void>((resolve) =>
    server.stderr.on("data", (chunk) => {
      output += chunk;
      if (output.includes("listening")) resolve();
    }),
  );
  await Promise.race([
    listening,
    exited.then(([code]) => {
      throw new Error(`dynoxide ended with ${code} before it listened on port ${port}: ${output.trim()}`);
    }),
  ]);
  server.stderr.removeAllListeners("data").resume();
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.stdin.end();
      if (process.platform === "win32") server.kill();
      await exited;
    },
  };
}

/** dynoxide does not report a port that it chose itself. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
