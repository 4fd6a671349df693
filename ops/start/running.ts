/** `running.json` describes the running environment to other programs on this machine. */
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "aws-local";
import type { StaffMember } from "../staff/first-staff.ts";

export interface Running {
  site: string;
  api: string;
  mail: string;
  cognito: string;
  awsEndpoint: string;
  credentials: Environment["credentials"];
  region: string;
  userPoolId: string;
  userPoolClientId: string;
  groups: string[];
  staff: StaffMember[];
  /** The local M-Pesa, and the base of the addresses that it calls, if the stage takes payments from it. */
  daraja?: string;
  paybill?: string;
  pid: number;
  /** How far the business time is ahead of the machine's clock. */
  aheadMs: number;
  /** The secret address for commands to the running process. */
  control: string;
}

const fileIn = (directory: string) => join(directory, "running.json");
const lockIn = (directory: string) => join(directory, "lock");

/** Undefined when nothing is running, also when a killed process left the file. */
export function readRunning(directory: string): Running | undefined {
  try {
    const running = JSON.parse(readFileSync(fileIn(directory), "utf8")) as Running;
    return isAlive(running.pid) ? running : undefined;
  } catch {
    return undefined;
  }
}

/** Written atomically. Readable by the owner only, because it has passwords. */
export function writeRunning(directory: string, running: Running): void {
  const draft = `${fileIn(directory)}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(running, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, fileIn(directory));
}

/**
 * Locks the directory for this process. Returns a function that releases it and removes `running.json`.
 * @throws Error naming the process that holds the lock
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const lock = lockIn(directory);
  for (let attempt = 1; ; attempt++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const owner = Number(readFileSync(lock, "utf8"));
      if (attempt > 1 || isAlive(owner))
        throw new Error(`Process ${owner} is already running here. Stop it first.`);
      rmSync(lock, { force: true });
    }
  }
  chmodSync(lock, 0o600);
  rmSync(fileIn(directory), { force: true });
  return () => {
    rmSync(fileIn(directory), { force: true });
    rmSync(lock, { force: true });
  };
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
