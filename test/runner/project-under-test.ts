import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { RawTemplate } from "aws-local";
import { afterAll, beforeAll, expect } from "vitest";
import { readRunning } from "../../ops/start/running.ts";
import { omit } from "../../shared/omit.ts";

/** Replaces the build scripts: writes the bundle of one function, and logs each step. */
const buildScript = `
import { appendFileSync, cpSync, readFileSync, watch, writeFileSync } from "node:fs";
const [step, flag] = process.argv.slice(2);
if (flag === "--watch") {
  watch("lambdas", () => {
    writeFileSync("build/messages/index.mjs", "export const handler = async () => ({ statusCode: 200, body: 'changed' });");
    console.log("functions bundled");
  });
  console.log("watching");
} else {
  appendFileSync("built.log", step + "\\n");
  if (readFileSync("lambdas/handler.ts", "utf8").includes("broken")) { console.error("handler.ts is broken"); process.exit(1); }
  cpSync(process.env.BUNDLE, "build/messages", { recursive: true });
}
`;

/** Replaces the CDK: copies the existing assembly of the product. */
const cdkScript = `
const { appendFileSync, cpSync } = require("node:fs");
appendFileSync("built.log", "assembly\\n");
cpSync(process.env.ASSEMBLY, process.argv[process.argv.indexOf("--output") + 1], { recursive: true });
`;

const assembly = resolve(process.env.CLOUD_ASSEMBLY ?? "cdk.out");

/** The folder of the contact form's function in the assembly. */
function messagesBundle(): string {
  const [template = ""] = readdirSync(assembly).filter((name) => name.endsWith(".template.json"));
  const { Resources } = JSON.parse(readFileSync(join(assembly, template), "utf8")) as RawTemplate;
  const [id = ""] = Object.keys(Resources).filter((name) => /^ApiMessages[0-9A-F]{8}$/.test(name));
  const { Code } = (Resources[id]?.Properties ?? {}) as { Code?: { S3Key: string } };
  return join(assembly, `asset.${Code?.S3Key.replace(/\.zip$/, "")}`);
}

/** Below 32,768, where Linux begins to give out ports of outgoing connections. */
async function fiveFreePorts(): Promise<number> {
  for (let candidate = 20_000 + (process.pid % 600) * 20; ; candidate += 5) {
    const servers = [0, 1, 2, 3, 4].map(() => createServer());
    const opened = await Promise.allSettled(
      servers.map((server, at) => once(server.listen(candidate + at, "127.0.0.1"), "listening")),
    );
    await Promise.all(
      servers.filter(({ listening }) => listening).map((server) => once(server.close(), "close")),
    );
    if (opened.every(({ status }) => status === "fulfilled")) return candidate;
  }
}

export interface Program {
  child: ChildProcess;
  /** The output so far. */
  output(): string;
  exit: Promise<number | null>;
}

export async function finished(program: Program) {
  return { code: await program.exit, output: program.output() };
}

export async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}

/** A project with short build scripts in a folder of its own, for the tests of a file. */
export function openProject() {
  const bundle = messagesBundle();
  const project = mkdtempSync(join(tmpdir(), "project-"));
  const children: ChildProcess[] = [];
  let port: number;

  beforeAll(async () => {
    for (const folder of ["lambdas", "frontend", "shared", "infra", "node_modules/aws-cdk/bin"])
      mkdirSync(join(project, folder), { recursive: true });
    const scripts = { "build:functions": "node build.mjs functions", "build:site": "node build.mjs site" };
    writeFileSync(join(project, "package.json"), JSON.stringify({ scripts }));
    writeFileSync(join(project, "build.mjs"), buildScript);
    writeFileSync(join(project, "vite.config.ts"), 'export default { root: "frontend" };');
    writeFileSync(join(project, "frontend", "index.html"), "<!doctype html><title>Source</title>");
    writeFileSync(join(project, "lambdas", "handler.ts"), "");
    writeFileSync(join(project, "node_modules", "aws-cdk", "bin", "cdk"), cdkScript);
    port = await fiveFreePorts();
  });
  afterAll(async () => {
    for (const child of children)
      if (child.exitCode === null && child.signalCode === null) await end(child, "SIGKILL");
    rmSync(project, { recursive: true });
  });

  function run(program: string, ...args: string[]): Program {
    const env = omit(process.env, "VITEST", "NODE_OPTIONS");
    const child = spawn(process.execPath, [join(import.meta.dirname, "../../ops/start", program), ...args], {
      cwd: project,
      env: { ...env, ASSEMBLY: assembly, BUNDLE: bundle },
    });
    children.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
      });
    return { child, output: () => output, exit: once(child, "close").then(([code]) => code) };
  }

  const staff = (...args: string[]) => finished(run("../staff/main.ts", ...args));
  const start = (...args: string[]) => run("main.ts", "--port", String(port), ...args);

  const directory = () => join(project, ".local");
  const running = () => readRunning(directory());

  async function untilRunning(program: Program) {
    await expect.poll(() => running() ?? program.output(), { timeout: 20_000 }).toHaveProperty("site");
    const processes = running();
    if (!processes) throw new Error(program.output());
    return processes;
  }

  /** Build steps since the last call. */
  function stepsRun(): string[] {
    const log = join(project, "built.log");
    const steps = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n").sort() : [];
    rmSync(log, { force: true });
    return steps;
  }

  return {
    project,
    bundle,
    firstPort: () => port,
    run,
    staff,
    start,
    directory,
    running,
    untilRunning,
    stepsRun,
  };
}
