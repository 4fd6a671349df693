import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Call, Environment, Granted } from "aws-local";

type PermissionRecord = { granted: Granted[]; calls: Call[] };

/** The folder is told to the processes that the tests run in by a variable of this name. */
const variable = "PERMISSION_RECORDS";

/** All that a template says of roles, so that one changed by a test can be told from the real one. */
export const rolesOf = ({ Resources }: { Resources: Record<string, { Type: string }> }): string =>
  JSON.stringify(Object.entries(Resources).filter(([, { Type }]) => Type.startsWith("AWS::IAM::")));

/** Notes what a product was allowed and what it did, where a run of all tests asked for it. */
export function recordPermissions({ granted, calls }: Pick<Environment, "granted" | "calls">): void {
  const folder = process.env[variable];
  if (folder === undefined) return;
  const record: PermissionRecord = { granted: granted(), calls: calls() };
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(record));
}

/** Has the products record from now on; what is answered gives the records so far, and ends it. */
export function collectPermissions(): () => PermissionRecord[] {
  const folder = mkdtempSync(join(tmpdir(), "permissions-"));
  process.env[variable] = folder;
  return () => {
    const records = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
    rmSync(folder, { recursive: true });
    return records;
  };
}
