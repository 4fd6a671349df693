import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EnvironmentOptions } from "aws-local";

type Template = NonNullable<EnvironmentOptions["template"]>;

/** Stores the key of clients' own pages beside the data, so that their links survive a restart. */
export const keepLinks =
  (directory: string): Template =>
  (template) => {
    const file = join(directory, "link-secret");
    if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600 });
    const { LinkSecret } = template.Parameters ?? {};
    if (LinkSecret) LinkSecret.Default = readFileSync(file, "utf8");
    return template;
  };
