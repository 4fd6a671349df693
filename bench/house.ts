import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { findWords } from "../ops/plain-words/find.ts";
import { type LastTestRun, lastTestRun } from "../test/processor-seconds.ts";
import type { Figure } from "./figure.ts";

const product = ["shared", "lambdas", "infra", "frontend"];
const emulator = "packages/aws-local/src";
const backOffice = "frontend/admin";
/** The place of a feature's name in the path of its files. */
const featureDepth = 3;

/** Lines of code by folder (without tests), import cycles, and the cost of the last test run. */
export async function measure(): Promise<Figure[]> {
  const lines = (folder: string) => linesOf(filesOf(folder));
  for (const folder of [...product, "ops", "test", "e2e", "bench"])
    console.info(`  ${folder.padEnd(64)} ${String(lines(folder)).padStart(10)} lines`);
  const local = lines(emulator);
  const all = product.reduce((sum, folder) => sum + lines(folder), 0);
  const withOps = all + lines("ops");
  const styles = linesOf(filesOf(backOffice).filter((file) => file.endsWith(".css")));
  const features = Map.groupBy(
    filesOf(`${backOffice}/features`),
    (file) => file.split("/")[featureDepth] ?? "",
  );
  const [largest = "", files = []] = [...features].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return [
    { name: `${emulator}, without its tests`, unit: "lines", value: local, budget: 6_000 },
    { name: `${emulator}, relative to the product`, unit: "of its lines", value: local / all, budget: 0.35 },
    { name: "the product and ops, without their tests", unit: "lines", value: withOps, budget: 46_000 },
    { name: "the back-office, without its tests", unit: "lines", value: lines(backOffice), budget: 15_000 },
    { name: "the back-office's stylesheets", unit: "lines", value: styles, budget: 1_500 },
    {
      name: `the largest feature of the back-office, ${largest}`,
      unit: "files",
      value: files.length,
      budget: 10,
    },
    { name: "import cycles, also of types", unit: "imports", value: cycles(), budget: 0 },
    { name: "lines with a word of the list", unit: "lines", value: findWords().length, budget: 0 },
    ...testRun(),
  ];
}

function testRun(): Figure[] {
  if (!existsSync(lastTestRun)) {
    console.info("  There is no record of a complete test run: npm test.");
    return [];
  }
  const { processorSeconds }: LastTestRun = JSON.parse(readFileSync(lastTestRun, "utf8"));
  return [
    {
      name: "processor seconds of the last test run",
      unit: "s on the whole machine",
      value: processorSeconds,
      budget: 600,
    },
  ];
}

const filesOf = (folder: string): string[] =>
  git("ls-files", folder)
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
