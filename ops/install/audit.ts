/**
 * `npm run audit`: fails on high or critical vulnerabilities in deployed packages. If npm's audit service cannot be
 * reached, prints that and does not fail.
 */
import { spawnSync } from "node:child_process";

type Vulnerability = { name: string; severity: string; title: string; url: string };
type Report = {
  /** For each package, its own vulnerabilities and the names of dependencies with vulnerabilities. */
  vulnerabilities?: Record<string, { via: (Vulnerability | string)[] }>;
  /** The error of a failed request. */
  message?: string;
};

const { stdout, stderr } = spawnSync(
  "npm",
  ["audit", "--omit=dev", "--workspaces=false", "--json", "--fetch-retries=0", "--fetch-timeout=30000"],
  { encoding: "utf8", shell: process.platform === "win32" },
);
const report: Report = stdout.startsWith("{") ? JSON.parse(stdout) : {};

if (report.vulnerabilities) {
  const vulnerabilities = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((via): via is Vulnerability => typeof via === "object" && /^(high|critical)$/.test(via.severity));
  for (const { severity, name, title, url } of vulnerabilities)
    console.error(`${severity}: ${name}: ${title} (${url})`);
  if (vulnerabilities.length > 0) process.exitCode = 1;
  else console.info("No deployed package has a known vulnerability of high or critical severity.");
} else if (report.message) {
  console.info(`Nothing was audited: npm's audit service cannot be reached: ${report.message}`);
} else {
  console.error(`npm audit failed: ${stdout}${stderr}`);
  process.exitCode = 1;
}
