/**
 * The production template as it was last released, against which every change is checked. Run as a program it
 * writes today's; to be done, and committed, after each deployment to production.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { synthesize } from "./synthesize.ts";
import type { Template } from "./template.ts";

const file = new URL("released/prod.template.json", import.meta.url);

export const released = (): Template => JSON.parse(readFileSync(file, "utf8"));

/** A template without what differs from build to build: hashes of assets, and the CDK's notes. */
export const normalized = (template: Template): Template =>
  JSON.parse(
    JSON.stringify(template, (key, value) => (key === "Metadata" ? undefined : value)).replace(
      /[0-9a-f]{64}/g,
      "hash",
    ),
  );

if (import.meta.main) {
  writeFileSync(file, `${JSON.stringify(normalized(synthesize({ stage: "prod" })), undefined, 2)}\n`);
}
