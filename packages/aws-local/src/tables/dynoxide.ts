import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";

/** Where dynoxide's binary is; nowhere on a platform without one, as it is an optional dependency. */
export function dynoxideBinary(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  } catch {
    return undefined;
  }
}

/**
 * dynoxide, an independent implementation of DynamoDB, in memory on a loopback port: a second opinion for
 * tests. Nothing where it is not installed.
 */
export async function startDynoxide(): Promise<{ url: string; close(): Promise<void> } | undefined> {
  const binary = dynoxideBinary();
  if (!binary) return undefined;
  // Somebody else may take the free port first; then it ends at once, and another port is tried.
  for (let attempt = 1; attempt < 3; attempt++) {
    const started = await startAt(binary, await freePort()).catch(() => undefined);
    if (started) return started;
  }
  return startAt(binary, await freePort());
}

async function startAt(binary: string, port: number) {
  const server = spawn(binary, ["--host", "127.0.0.1", "--port", String(port)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = once(server, "exit");
  const stop = () => {
    server.kill();
  };
  process.once("exit", stop);
  // The first thing it says is that it listens; what it says later is of no interest.
  await Promise.race([
    once(server.stderr, "data"),
    exited.then(([code]) => {
      process.off("exit", stop);
      throw new Error(`dynoxide ended with ${code} before it listened on port ${port}.`);
    }),
  ]);
  server.stderr.resume();
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      process.off("exit", stop);
      stop();
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
