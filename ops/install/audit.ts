/**
 * `npm run audit`: fails on known holes, high or critical, in what is deployed; tools that only run here are no way
 * in. Where npm's service for it cannot be reached it says so, and fails nothing.
 */
import { spawnSync } from "node:child_process";

type Hole = { name: string; severity: string; title: string; url: string };
type Report = {
  /** Of each package the holes that it has itself, and the names of those whose holes it brings in. */
  vulnerabilities?: Record<string, { via: (Hole | string)[] }>;
  /** What became of a request that failed. */
  message?: string;
};

const { stdout, stderr } = spawnSync(
  "npm",
  ["audit", "--omit=dev", "--workspaces=false", "--json", "--fetch-retries=0", "--fetch-timeout=30000"],
  { encoding: "utf8", shell: process.platform === "win32" },
);
const report: Report = stdout.startsWith("{") ? JSON.parse(stdout) : {};

if (report.vulnerabilities) {
  const holes = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((via): via is Hole => typeof via === "object" && /^(high|critical)$/.test(via.severity));
  for (const { severity, name, title, url } of holes)
    console.error(`${severity}: ${name}: ${title} (${url})`);
  if (holes.length > 0) process.exitCode = 1;
  else console.info("No package that is deployed has a known hole of high or critical severity.");
} else if (report.message) {
  console.info(`Nothing was audited, because npm's service for it cannot be reached: ${report.message}`);
} else {
  console.error(`npm audit failed: ${stdout}${stderr}`);
  process.exitCode = 1;
}
