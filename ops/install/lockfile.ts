/**
 * Takes out of the lockfile which Node its packages want: npm would hold that against the Node that it runs on
 * itself, which runs none of them. packages.test.ts holds it against the one that does.
 * npm runs this after each change of what is installed.
 */
import { readFileSync, writeFileSync } from "node:fs";

const lockfile = new URL("../../package-lock.json", import.meta.url);
const before = readFileSync(lockfile, "utf8");
const content: { packages: Record<string, { engines?: unknown }> } = JSON.parse(before);
for (const entry of Object.values(content.packages)) delete entry.engines;
const after = `${JSON.stringify(content, null, 2)}\n`;
if (after !== before) writeFileSync(lockfile, after);
