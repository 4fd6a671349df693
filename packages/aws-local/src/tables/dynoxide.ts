import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";

/** @throws Error on a platform that dynoxide has no package for */
function binary(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${platform}/dynoxide`);
  } catch {
    throw new Error(
      `DynamoDB runs here as dynoxide, which is not installed for ${platform}: use Linux on x64, or install it there.`,
    );
  }
}

/**
 * Starts what follows it, and ends it once standard input is closed: by whoever stops it, or by the operating
 * system when that process was killed.
 */
const untilInputEnds = '"$0" "$@" & server=$!; exec 3<&0; (cat <&3 >&2; kill $server) & wait $server';

export type Dynoxide = { url: string; close(): Promise<void> };

/** DynamoDB on a loopback port: kept in the file, or in memory without one. */
export async function startDynoxide(file?: string): Promise<Dynoxide> {
  const stored = file === undefined ? [] : ["--db-path", file];
  const start = async () => startAt(await freePort(), stored);
  // Somebody else may take the free port first; then it ends at once, and another port is tried.
  return start().catch(start).catch(start);
}

async function startAt(port: number, stored: string[]): Promise<Dynoxide> {
  const command = [binary(), "--host", "127.0.0.1", "--port", String(port), ...stored];
  const [program, ...args] =
    process.platform === "win32" ? command : ["sh", "-c", untilInputEnds, ...command];
  const server = spawn(program as string, args, { stdio: ["pipe", "ignore", "pipe"] });
  const exited = once(server, "exit");
  let said = "";
  // The first thing it says is that it listens, or why it does not; what it says later is of no interest.
  const listening = new Promise<void>((resolve) =>
    server.stderr.on("data", (chunk) => {
      said += chunk;
      if (said.includes("listening")) resolve();
    }),
  );
  await Promise.race([
    listening,
    exited.then(([code]) => {
      throw new Error(`dynoxide ended with ${code} before it listened on port ${port}: ${said.trim()}`);
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

/** Told to choose a port itself, dynoxide does not say which. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
