/** Runs build programs as child processes, which end with this process. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

const windows = process.platform === "win32";

export interface Tool {
  root: string;
  /** The start of an error message: "The build of the site". */
  what: string;
  command: string[];
  signal: AbortSignal;
}

/** Resolves when the program has finished. @throws Error with the end of its output */
export async function runTool({ root, what, command, signal }: Tool): Promise<void> {
  // Always a production build, also when this process runs for tests.
  const child = start(root, command, signal, { ...process.env, NODE_ENV: "production" });
  const output: string[] = [];
  const collect = (chunk: Buffer) => output.push(chunk.toString("utf8"));
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ENOENT" ? new Error(`${command[0]} is not installed.`) : error),
    );
    child.once("close", resolve);
  });
  if (signal.aborted) throw new Error(`${what} was interrupted.`);
  if (code === 0) return;
  const lastLines = output.join("").trim().split("\n").slice(-20).join("\n");
  throw new Error(`${what} failed.\n${lastLines}`);
}

/** Keeps a program running until the signal. `line` receives its output. */
export function watchTool({ root, command, signal }: Tool, line: (line: string) => void): void {
  const child = start(root, command, signal);
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on("line", line);
  child.once("error", (error) => line(error.message));
  child.once("exit", (code) => {
    if (!signal.aborted) line(`${command.join(" ")} ended with ${code}.`);
  });
}

function start(
  root: string,
  [program = "", ...args]: string[],
  signal: AbortSignal,
  env = process.env,
): ChildProcess {
  // Its own process group, so that npm's child processes end with it.
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: !windows,
    shell: windows && program === "npm",
  });
  const end = () => {
    if (child.pid === undefined || child.exitCode !== null) return;
    if (windows) child.kill();
    else process.kill(-child.pid, "SIGTERM");
  };
  signal.addEventListener("abort", end, { once: true });
  child.once("exit", () => signal.removeEventListener("abort", end));
  return child;
}
