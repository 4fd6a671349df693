/**
 * The production template as it was last released, against which every change is checked. Run as a program it
 * writes today's; to be done, and committed, after each deployment to production.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { stackOf } from "../stack-names.ts";
import { synthesize } from "./synthesize.ts";
import type { Template } from "./template.ts";

/** Named as the stack is: under another name there is nothing to compare with, as nothing of it was released. */
const fileOf = (stack: string) => new URL(`released/${stack}.template.json`, import.meta.url);

/** @throws Error when no stack of that name was released */
export function released(stack = stackOf({ name: "prod" })): Template {
  const file = fileOf(stack);
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  throw new Error(`No stack ${stack} was released: it would be a new one, with empty tables.`);
}

/** A template without what differs from build to build: hashes of assets, and the CDK's notes. */
export const normalized = (template: Template): Template =>
  JSON.parse(
    JSON.stringify(template, (key, value) => (key === "Metadata" ? undefined : value)).replace(
      /[0-9a-f]{64}/g,
      "hash",
    ),
  );

if (import.meta.main) {
  const file = fileOf(stackOf({ name: "prod" }));
  writeFileSync(file, `${JSON.stringify(normalized(synthesize({ stage: "prod" })), undefined, 2)}\n`);
}
