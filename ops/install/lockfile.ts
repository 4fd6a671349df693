/**
 * Removes `engines` from the lockfile, because npm compares it with its own Node, which does not run the packages.
 * packages.test.ts compares it with the right one. npm runs this after each installation.
 */
import { readFileSync, writeFileSync } from "node:fs";

const lockfile = new URL("../../package-lock.json", import.meta.url);
const before = readFileSync(lockfile, "utf8");
const content: { packages: Record<string, { engines?: unknown }> } = JSON.parse(before);
for (const entry of Object.values(content.packages)) delete entry.engines;
const after = `${JSON.stringify(content, null, 2)}\n`;
if (after !== before) writeFileSync(lockfile, after);
