import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Figure } from "./figure.ts";

/** What is read first, and what carries and proves it. */
const product = ["shared", "lambdas", "infra", "frontend"];
const emulator = "packages/aws-local/src";

/** How large the rooms are, and whether files import each other in circles. Tests and the released template are left out. */
export async function measure(): Promise<Figure[]> {
  const lines = (room: string) => linesOf(filesOf(room));
  for (const room of [...product, "ops", "test", "e2e", "bench"])
    console.info(`  ${room.padEnd(64)} ${String(lines(room)).padStart(10)} lines`);
  const local = lines(emulator);
  const all = product.reduce((sum, room) => sum + lines(room), 0);
  const styles = linesOf(filesOf("frontend/admin").filter((file) => file.endsWith(".css")));
  return [
    { what: `${emulator}, without its tests`, unit: "lines", found: local, budget: 6_000 },
    { what: `${emulator} over the product's four`, unit: "of its lines", found: local / all, budget: 0.35 },
    {
      what: "the back-office's stylesheets over its program",
      unit: "of its lines",
      found: styles / (lines("frontend/admin") - styles),
      budget: 0.155,
    },
    { what: "imports that close a circle, of types too", unit: "imports", found: cycles(), budget: 0 },
  ];
}

const filesOf = (room: string): string[] =>
  git("ls-files", room)
    .filter((file) => /\.(ts|tsx|js|cjs|css|html)$/.test(file))
    .filter((file) => !/\.test\.tsx?$|^packages\/[^/]+\/test\//.test(file));

const linesOf = (files: string[]): number =>
  files.reduce((sum, file) => sum + readFileSync(file, "utf8").split("\n").length - 1, 0);

const git = (...args: string[]): string[] =>
  execFileSync("git", args, { encoding: "utf8" }).split("\n").filter(Boolean);

type Report = { summary: { errors: number; warnings: number } };

function cycles(): number {
  const rule = ["lint", "--only=suspicious/noImportCycles", "--reporter=json", "--max-diagnostics=none", "."];
  const { stdout } = spawnSync("node_modules/.bin/biome", rule, { encoding: "utf8" });
  const { summary }: Report = JSON.parse(stdout);
  return summary.errors + summary.warnings;
}
