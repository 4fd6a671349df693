import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Figure, median } from "./figure.ts";

type Started = { seconds: number; megabytes: number };

/** The time of `npm start` until site and API answer, with and without a build, and its memory. */
export async function measure(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), "start-"));
  try {
    const first = await start(directory);
    const restarts: Started[] = [];
    for (let round = 0; round < 5; round += 1) restarts.push(await start(directory));
    return [
      {
        name: "npm start with a full build: until the first responses",
        unit: "s",
        value: first.seconds,
        budget: 15,
      },
      {
        name: "npm start without changes: until the first responses",
        unit: "s",
        value: median(restarts.map(({ seconds }) => seconds)),
        budget: 1.5,
      },
      {
        name: "memory of the running environment",
        unit: "MB",
        value: median(restarts.map(({ megabytes }) => megabytes)),
        budget: 600,
      },
    ];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function start(directory: string): Promise<Started> {
  const port = await freePort();
  const begin = performance.now();
  const command = spawn("npm", ["start", "--", "--port", String(port), "--directory", directory], {
    stdio: "ignore",
  });
  await untilStatus(`http://127.0.0.1:${port}/`, 200, command);
  await untilStatus(`http://127.0.0.1:${port}/api/v1/clients`, 401, command);
  const seconds = (performance.now() - begin) / 1_000;
  // Written at the end of the start.
  const running = join(directory, "running.json");
  while (!existsSync(running)) await wait(20);
  const { pid } = JSON.parse(readFileSync(running, "utf8"));
  const megabytes = residentMegabytes(pid);
  process.kill(pid, "SIGTERM");
  await once(command, "exit");
  return { seconds, megabytes };
}

async function untilStatus(url: string, status: number, command: ReturnType<typeof spawn>): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.status === status) return;
    if (command.exitCode !== null) throw new Error("npm start ended before it answered.");
    await wait(20);
  }
}

/** Of the process and its threads. 0 without /proc. */
function residentMegabytes(pid: number): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1]) / 1_024;
}

/** The first of four consecutive ports, outside the range of ephemeral ports. */
async function freePort(): Promise<number> {
  for (;;) {
    const first = 10_000 + Math.floor(Math.random() * 20_000);
    if ((await Promise.all([0, 1, 2, 3].map((offset) => isFree(first + offset)))).every(Boolean))
      return first;
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
