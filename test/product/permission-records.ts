import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Call, Environment, GrantedStatement } from "aws-local";

type PermissionRecord = { granted: GrantedStatement[]; calls: Call[] };

/** The variable that gives the test workers the folder of the records. */
const FOLDER_VARIABLE = "PERMISSION_RECORDS";

/** The roles of a template as text, to detect a test that changes them. */
export const rolesOf = ({ Resources }: { Resources: Record<string, { Type: string }> }): string =>
  JSON.stringify(Object.entries(Resources).filter(([, { Type }]) => Type.startsWith("AWS::IAM::")));

/** Records the permissions and the calls of a product, if `collectPermissions` runs. */
export function recordPermissions({ granted, calls }: Pick<Environment, "granted" | "calls">): void {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder === undefined) return;
  const record: PermissionRecord = { granted: granted(), calls: calls() };
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(record));
}

/** Starts recording. The returned function ends it and returns the records. */
export function collectPermissions(): () => PermissionRecord[] {
  const folder = mkdtempSync(join(tmpdir(), "permissions-"));
  process.env[FOLDER_VARIABLE] = folder;
  return () => {
    const records = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
    rmSync(folder, { recursive: true });
    return records;
  };
}
