/**
 * What keeps state in production's template at its last deployment. Every change is checked against them.
 * `npm run baseline` writes the current ones; commit them after each deployment to production.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stackName } from "../stack-names.ts";
import { synthesize } from "./synthesize.ts";
import type { Template } from "./template.ts";
import { statefulPart, unsafeUpdates } from "./updates.ts";

type Baseline = { stack?: string; folder?: string; log?(line: string): void };

const production = stackName({ name: "prod" });
const baselineFolder = join(import.meta.dirname, "baseline");

/** The file is named after the stack, because a stack with another name has empty tables. */
export function writeBaseline(
  template: Template,
  { stack = production, folder = baselineFolder }: Baseline = {},
) {
  mkdirSync(folder, { recursive: true });
  const content = JSON.stringify(statefulPart(template), undefined, 2);
  writeFileSync(join(folder, `${stack}.json`), `${content}\n`);
}

/** Sentences about data that an update from the baseline would lose, or why it would fail. Empty without a baseline. */
export function unsafeSinceBaseline(
  template: Template,
  { stack = production, folder = baselineFolder, log = console.info }: Baseline = {},
): string[] {
  const stacks = existsSync(folder) ? readdirSync(folder).map((file) => file.replace(/\.json$/, "")) : [];
  if (stacks.length === 0) {
    log("The baseline is empty: nothing is deployed, so every change passes. To write it: npm run baseline");
    return [];
  }
  if (!stacks.includes(stack))
    return [
      `${stack}: the baseline belongs to ${stacks.join(", ")}; this would be a new stack with empty tables`,
    ];
  return unsafeUpdates(JSON.parse(readFileSync(join(folder, `${stack}.json`), "utf8")), template);
}

if (import.meta.main) writeBaseline(synthesize({ name: "prod" }));
