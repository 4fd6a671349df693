import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Figure, median } from "./figure.ts";

type Started = { seconds: number; megabytes: number };

/** How long `npm start` takes to the first answer of site and API, all to build and nothing to build, and its memory. */
export async function measure(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), "start-"));
  try {
    const first = await start(directory);
    const again: Started[] = [];
    for (let round = 0; round < 5; round += 1) again.push(await start(directory));
    return [
      {
        what: "npm start, everything to build: to the first answers",
        unit: "s",
        found: first.seconds,
        budget: 30,
      },
      {
        what: "npm start, nothing changed: to the first answers",
        unit: "s",
        found: median(again.map(({ seconds }) => seconds)),
        budget: 3,
      },
      {
        what: "memory of the running environment",
        unit: "MB",
        found: median(again.map(({ megabytes }) => megabytes)),
        budget: 600,
      },
    ];
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function start(directory: string): Promise<Started> {
  const port = await freePort();
  const begun = performance.now();
  const command = spawn("npm", ["start", "--", "--port", String(port), "--directory", directory], {
    stdio: "ignore",
  });
  await answers(`http://127.0.0.1:${port}/`, 200, command);
  await answers(`http://127.0.0.1:${port}/api/v1/clients`, 401, command);
  const seconds = (performance.now() - begun) / 1_000;
  // Written last, once there are staff to sign in.
  const running = join(directory, "running.json");
  while (!existsSync(running)) await wait(20);
  const { pid } = JSON.parse(readFileSync(running, "utf8"));
  const megabytes = residentMegabytes(pid);
  process.kill(pid, "SIGTERM");
  await once(command, "exit");
  return { seconds, megabytes };
}

async function answers(url: string, status: number, command: ReturnType<typeof spawn>): Promise<void> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.status === status) return;
    if (command.exitCode !== null) throw new Error("npm start ended before it answered.");
    await wait(20);
  }
}

/** Of the process and its threads; 0 where the machine has no /proc to ask. */
function residentMegabytes(pid: number): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1]) / 1_024;
}

/** The first of four in a row, which the command takes; none of those that the machine gives to whoever asks for any. */
async function freePort(): Promise<number> {
  for (;;) {
    const first = 10_000 + Math.floor(Math.random() * 20_000);
    if ((await Promise.all([0, 1, 2, 3].map((next) => isFree(first + next)))).every(Boolean)) return first;
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
